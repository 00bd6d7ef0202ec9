import fc from 'fast-check';

/** Commands that change a guest, and ways of writing them that leave them changing it. */

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replace(/[\\"$`]/gu, '\\$&')}"`;

const CHANGES = [
  'reboot',
  'rm -rf /srv/x',
  'sudo systemctl restart nginx',
  "sed -i 's/a/b/' /etc/app.conf",
  'apt-get -y upgrade',
  'docker rm -f app',
  'echo x > /etc/motd',
  'cat /etc/hosts > /tmp/x',
  'tee /etc/x',
  'find /var -delete',
  'find /var -exec rm {} +',
  'sort -o /etc/x /etc/y',
  'kill -9 1',
  'journalctl --vacuum-time=1d',
  'date -s 2020-01-01',
  'ip link set eth0 down',
  'hostname other',
  'uniq /etc/a /etc/b',
  'mysql -e "drop table x"',
  'python3 -c "import os"',
  'bash -s',
  'sudo -i',
  'git pull',
  'kubectl delete pod x',
  'crontab -r',
  'curl -X POST http://localhost/x',
  'tar xzf /tmp/x.tgz',
  './deploy.sh',
  'env -i rm x',
  'xargs rm < /tmp/list',
  'awk \'BEGIN{system("rm x")}\'',
  'ls; rm x',
  'ls && rm x',
  'cat x | sh',
  'cat $(rm x)',
  'cp a b',
  'truncate -s 0 /var/log/x',
  'iptables -F',
  'nginx -s reload',
  'chmod 777 /etc',
];

const READS = [
  'uptime',
  'cat /etc/hosts',
  'df -h',
  'systemctl status nginx',
  "grep -E 'a|b' /var/log/x",
  'journalctl -u nginx -n 50',
  'ls -la /srv',
  'docker ps',
  "find /var/log -name '*.gz'",
  'ps aux',
  'head -5 /etc/passwd | cut -d: -f1',
  'test -f /etc/x && cat /etc/x',
  'id; date',
];

const HOSTS = [
  'web01',
  'root@web01',
  'ops@web01.prod.example.com',
  '10.0.0.5',
  'ssh://ops@web01:2222',
  'root@fe80::1',
];

const option = fc.constantFrom(
  '-p 2222',
  '-p2222',
  '-i ~/.ssh/k',
  '-o StrictHostKeyChecking=no',
  '-oBatchMode=yes',
  '-tt',
  '-q',
  '-4',
  '-A',
  '-vvv',
  '-l root',
  '-J bastion',
  '-o ConnectTimeout=5',
  '-C',
  '-T',
  '-n',
  '-E /tmp/log',
  "-o 'ServerAliveInterval 5'",
  '-o ProxyCommand=none',
  '-F /dev/null',
  '-c aes128-ctr',
  '-e none',
  '-S none',
  '-m hmac-sha2-256',
);
const options = fc.array(option, { maxLength: 4 });
const quoted = (text: string): fc.Arbitrary<string> => fc.constantFrom(single(text), double(text));
const ssh = fc.constantFrom(
  'ssh',
  '/usr/bin/ssh',
  '"ssh"',
  "'ssh'",
  's\\sh',
  'ss""h',
  '\\ssh',
  "$'ssh'",
  'command ssh',
  'ssh.exe',
);

function sshCommand(remote: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .record({
      ssh,
      before: options,
      host: fc.constantFrom(...HOSTS),
      after: options,
      dashes: fc.boolean(),
      remote: remote.chain(quoted),
    })
    .map(({ ssh: name, before, host, after, dashes, remote: text }) =>
      [name, ...before, host, ...after, ...(dashes ? ['--'] : []), text].join(' '),
    );
}

const remotely = fc.oneof(
  fc.constantFrom(...CHANGES),
  fc.constantFrom(...CHANGES).map((text) => `cd /srv && ${text}`),
  fc.constantFrom(...CHANGES).map((text) => `sh -c ${single(text)}`),
  fc.constantFrom(...CHANGES).map((text) => `bash -lc ${double(text)}`),
  fc.constantFrom(...CHANGES).map((text) => `for i in 1 2; do ${text}; done`),
  fc.constantFrom(...CHANGES).map((text) => `if true; then ${text}; fi`),
  fc.constantFrom(...CHANGES).map((text) => `cat /etc/hosts\n${text}`),
  fc.constantFrom(...CHANGES).map((text) => `f() { ${text}; }; f`),
  fc.constantFrom(...CHANGES).map((text) => `ls | (${text})`),
  fc.constantFrom(...CHANGES).map((text) => `eval ${single(text)}`),
  fc.constantFrom(...CHANGES).map((text) => `timeout 5 sh -c ${single(text)}`),
  fc.constantFrom(...CHANGES).map((text) => `echo "$(${text})"`),
);

const other = fc.constantFrom(
  'ssh web01',
  'ssh web01 < x.sh',
  'ssh -N -L 1:x:1 web01',
  'ssh web01 bash -s < x.sh',
  "ssh web01 <<'EOF'\nrm x\nEOF",
  "echo 'rm x' | ssh web01 sh",
  'scp x web01:/tmp/',
  'scp -r -P 22 -i k ./x root@web01:',
  'scp -3 a:/x web01:/y',
  'rsync -avz --delete ./ web01:/srv/',
  "rsync -e 'ssh -p 22' x root@web01:/y",
  'rsync -a --remove-source-files web01:/x ./',
  "rsync -a --rsync-path='sudo rsync' x web01:/y",
  'sftp web01',
  'sftp -b - web01 <<< "put x"',
  'ssh-copy-id -i k web01',
  'docker -H ssh://web01 rm x',
  'DOCKER_HOST=ssh://web01 docker compose up -d',
  'docker --host tcp://web01:2375 stop x',
  'ansible web01 -m shell -a reboot',
  'ansible-playbook -l web01 site.yml',
  'ansible-playbook site.yml',
  'pdsh -w web01 reboot',
  'pssh -H web01 reboot',
  'winrs -r:web01 del x',
  'pwsh -c "Invoke-Command -ComputerName web01 -ScriptBlock { Restart-Computer }"',
  'pwsh -c "Restart-Computer -ComputerName web01"',
  'virsh destroy web01',
  'govc vm.power -off web01',
  'kubectl delete node web01',
  'terraform destroy -auto-approve',
  'gcloud compute ssh web01 --command=reboot',
  'plink -batch web01 reboot',
  'ssh "$HOST" reboot',
  'zerto-rewind recover file --change c --path /x --yes',
  'mosh web01 -- reboot',
  'sshpass -p x ssh web01 reboot',
  'ssh db01 ssh web01 reboot',
  "ssh db01 'ssh web01 reboot'",
  "ssh -o ProxyCommand='ssh bastion reboot; nc %h %p' web01 uptime",
);

/** Changes a guest, whatever wraps it. */
export const change = fc.oneof(
  { weight: 4, arbitrary: sshCommand(remotely) },
  { weight: 2, arbitrary: other },
);

/** Reaches a guest and only reads. */
export const read = sshCommand(fc.constantFrom(...READS));

/** A heredoc or a backtick inside: some wrappers would end it early. */
const isLine = (text: string): boolean => !text.includes('\n') && !text.includes('`') && !text.includes('<<');

type Wrap = (text: string) => string;

const WRAPS: readonly Wrap[] = [
  (text) => text,
  (text) => `bash -c ${single(text)}`,
  (text) => `sh -c ${double(text)}`,
  (text) => `bash -lxc ${single(text)} _ a b`,
  (text) => `timeout 30 sh -c ${single(text)}`,
  (text) => `sudo -E bash -c ${single(text)}`,
  (text) => `env A=1 B=2 sh -c ${single(text)}`,
  (text) => `nohup sh -c ${single(text)} > /tmp/log 2>&1`,
  (text) => `eval ${single(text)}`,
  (text) => `eval ${double(text)}`,
  (text) => `X=${single(text)}; eval "$X"`,
  (text) => `X=${single(text)}\nbash -c "$X"`,
  (text) => `echo ${single(text)} | bash`,
  (text) => `printf '%s\\n' ${single(text)} | sh`,
  (text) => `bash <<< ${single(text)}`,
  (text) => `bash <<'EOT'\n${text}\nEOT`,
  (text) => `cat <<'EOT' | sh\n${text}\nEOT`,
  (text) => `(${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `if true; then ${text}\nfi`,
  (text) => `if ${text}\nthen :; fi`,
  (text) => `while true; do ${text}\nbreak; done`,
  (text) => `until false; do ${text}\ndone`,
  (text) => `for i in 1 2 3; do ${text}\ndone`,
  (text) => `for ((i=0;i<2;i++)); do ${text}\ndone`,
  (text) => `case x in x) ${text}\n;; esac`,
  (text) => `go() { ${text}\n}; go`,
  (text) => `function go { ${text}\n}\ngo 1 2`,
  (text) => `true && ${text}`,
  (text) => `false || ${text}`,
  (text) => `ls; ${text}`,
  (text) => `${text}\nls`,
  (text) => `npm test && ${text}`,
  (text) => `! ${text}`,
  (text) => `time ${text}`,
  (text) => `echo "$(${text}\n)"`,
  (text) => `x=$(${text}\n); echo $x`,
  (text) => `cat <(${text}\n)`,
  (text) => `echo x > >(${text}\n)`,
  (text) => `[[ -n $(${text}\n) ]]`,
  (text) => `echo \${x:-$(${text}\n)}`,
  (text) => `a=($(${text}\n))`,
  (text) => `echo $(( $(${text}\n) + 1 ))`,
  (text) => `trap ${single(text)} EXIT`,
  (text) => `find . -name x -exec sh -c ${single(text)} \\;`,
  (text) => `xargs -I{} sh -c ${single(text)} < list`,
  (text) => `watch -n 1 ${single(text)}`,
  (text) => `flock /tmp/l -c ${single(text)}`,
  (text) => `script -q -c ${single(text)} /dev/null`,
  (text) => `echo ${single(text)} > s.sh; chmod +x s.sh; ./s.sh`,
  (text) => `cat > s.sh <<'EOT'\n${text}\nEOT\nbash s.sh`,
  (text) => `some-tool --run ${single(text)}`,
  (text) => `tmux new-session -d ${single(text)}`,
  (text) => `coproc { ${text}\n}`,
  (text) => `mapfile -t a < <(${text}\n)`,
  (text) => `# a comment\n${text}`,
  (text) => `set -euo pipefail\n${text}`,
  (text) => `export A=b; ${text}`,
  (text) => `cd /tmp && ${text}`,
];

/** Only for texts of one line. */
const LINE_WRAPS: readonly Wrap[] = [
  (text) => `${text} &`,
  (text) => `${text} | cat`,
  (text) => `${text} > /tmp/out 2>&1`,
  (text) => `< /dev/null ${text}`,
  (text) => `${text} # comment`,
  (text) => `echo \`${text.replace(/[\\$]/gu, '\\$&')}\``,
  (text) => `ls && ${text} || true`,
  (text) => `make \\\n  && ${text}`,
];

/** A command inside up to `most` wrappers. */
export function wrapped(command: fc.Arbitrary<string>, most: number): fc.Arbitrary<string> {
  return fc.tuple(command, fc.array(fc.nat(), { maxLength: most })).map(([text, picks]) =>
    picks.reduce((inner, pick) => {
      const wraps = isLine(inner) ? [...WRAPS, ...LINE_WRAPS] : WRAPS;
      // A here-document's end would be found too early inside another one of the same name.
      const wrap = wraps[pick % wraps.length] ?? ((one: string) => one);
      const outer = wrap(inner);
      return (outer.match(/<<'EOT'/gu) ?? []).length > 1 || /<<'EOF'/u.test(inner) ? `ls; ${inner}` : outer;
    }, text),
  );
}
