/**
 * The far side of ssh may be Windows, whose cmd.exe knows no single quotes and no backslash escapes: what a POSIX
 * shell takes as text there ends a command and starts another one. A text counts as read by a POSIX shell only if
 * cmd.exe would not start something with it.
 */

/** Programs of Windows that change something, by the word after an operator. */
const CHANGING =
  /^(?:at|attrib|bcdedit|cacls|call|cmd|copy|cscript|del|dism|diskpart|erase|format|forfiles|fsutil|ftp|icacls|md|mkdir|mklink|move|msiexec|mshta|net|net1|netsh|pnputil|powercfg|powershell|pwsh|rd|reg|regsvr32|ren|rename|rmdir|robocopy|runas|rundll32|sc|schtasks|set|setx|shutdown|start|takeown|taskkill|tskill|vssadmin|wbadmin|wevtutil|winget|wmic|wscript|wusa|xcopy|rm|mv|cp|echo|type|more|sort|bitsadmin|certutil|curl|python|perl|node|bash|sh|wsl|ssh|tee|truncate|dd|reboot|poweroff|halt|kill|pkill|systemctl|service)$/iu;

interface Segment {
  text: string;
  /** Opened by `>` or `<`: what follows is a file. */
  file: boolean;
}

/** The pieces into which cmd.exe would cut, where a POSIX shell sees one quoted text. */
function quotedPieces(text: string): Segment[] {
  const pieces: Segment[] = [];
  let posix: '"' | "'" | null = null;
  let cmd = false;
  let start = -1;
  let file = false;
  const close = (end: number): void => {
    if (start >= 0) pieces.push({ text: text.slice(start, end), file });
    start = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === '\\' && posix !== "'") {
      at += 1;
      // An escaped quote still opens or closes a string for cmd.exe.
      if (text[at] === '"') cmd = !cmd;
      if (/[&|<>\n]/u.test(text[at] ?? '') && !cmd) {
        close(at);
        start = at + 1;
        file = /[<>]/u.test(text[at] ?? '');
      }
      continue;
    }
    if (char === '"') {
      cmd = !cmd;
      if (posix === '"') posix = null;
      else if (posix === null) posix = '"';
      continue;
    }
    if (char === "'" && posix !== '"') posix = posix === "'" ? null : "'";
    if (!/[&|<>\n]/u.test(char) || cmd) continue;
    close(at);
    if (posix === null) continue;
    start = at + 1;
    file = /[<>]/u.test(char);
  }
  close(text.length);
  return pieces;
}

/** Why the text is not surely what a POSIX shell reads, or null. */
export function windowsHazard(text: string): string | null {
  for (const piece of quotedPieces(text)) {
    const [word = ''] = piece.text
      .trim()
      .split(/[\s"'();,=]+/u)
      .filter((one) => one !== '');
    if (piece.file) {
      // `$5 > 80` in awk: a number is compared far more often than it is a file.
      if (!/^[\d.$=\s]/u.test(piece.text.trimStart()) && word !== '')
        return 'a quoted > or < would write a file on Windows';
      continue;
    }
    const name = word.replace(/^.*[\\/]/u, '').replace(/\.(?:exe|com|cmd|bat)$/iu, '');
    if (
      CHANGING.test(name) ||
      /^[A-Za-z]+-[A-Za-z]+$/u.test(name) ||
      /\.(?:exe|com|cmd|bat|ps1|vbs)$/iu.test(word)
    )
      return `a quoted & or | would start ${name.slice(0, 40)} on Windows`;
  }
  return null;
}
