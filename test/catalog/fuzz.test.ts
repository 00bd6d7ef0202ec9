import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideToolCall, type Decision } from '../../src/catalog/index.ts';
import { change, read, wrapped } from './support/commands.ts';
import { KNOWN, UNCONFIGURED } from './support/corpus.ts';

const bash = (command: string, settings = KNOWN): Decision =>
  decideToolCall({ server: 'claude-code', tool: 'Bash', args: { command } }, settings);
const powershell = (command: string): Decision =>
  decideToolCall({ server: 'claude-code', tool: 'PowerShell', args: { command } }, KNOWN);

/** Another seed looks at other commands: `ZERTO_REWIND_FUZZ_SEED`, `ZERTO_REWIND_FUZZ_RUNS`. */
const seed = Number(process.env['ZERTO_REWIND_FUZZ_SEED'] ?? 20_261_201);
const numRuns = Number(process.env['ZERTO_REWIND_FUZZ_RUNS'] ?? 6_000);
const some = { seed, numRuns: Math.ceil(numRuns / 4) };

describe('generated commands', () => {
  test('one that changes a guest is never read-only or local', () => {
    fc.assert(
      fc.property(wrapped(change, 3), (command) => {
        expect(bash(command).verdict).not.toBe('read_only');
      }),
      { seed, numRuns },
    );
  });

  test('the same without any known host', () => {
    fc.assert(
      fc.property(wrapped(change, 2), (command) => {
        expect(bash(command, UNCONFIGURED).verdict).not.toBe('read_only');
      }),
      some,
    );
  });

  test('one that reads a guest is never local', () => {
    fc.assert(
      fc.property(wrapped(read, 2), (command) => {
        const { verdict, hosts } = bash(command);
        expect(verdict !== 'read_only' || hosts.length > 0).toBe(true);
      }),
      some,
    );
  });

  test('one that reads a guest is known to read it, as it stands', () => {
    fc.assert(
      fc.property(read, (command) => {
        expect(bash(command)).toMatchObject({ verdict: 'read_only' });
      }),
      some,
    );
  });

  test('a trace changes nothing of the decision', () => {
    fc.assert(
      fc.property(wrapped(change, 2), (command) => {
        const call = { server: 'claude-code', tool: 'Bash', args: { command } };
        expect(decideToolCall(call, KNOWN, undefined, () => undefined)).toEqual(decideToolCall(call, KNOWN));
      }),
      some,
    );
  });
});

describe('any text at all', () => {
  const shellLike = fc
    .array(
      fc.constantFrom(
        'ssh',
        ' web01 ',
        "'",
        '"',
        '`',
        '$(',
        ')',
        '{',
        '}',
        '((',
        '))',
        '[[',
        ']]',
        ';',
        '|',
        '&&',
        '<<EOF\n',
        '\nEOF\n',
        '<<<',
        '>',
        '<(',
        '\\',
        '\n',
        '#',
        '$x',
        '${',
        '$((',
        'if',
        'then',
        'fi',
        'for',
        'do',
        'done',
        'case',
        'in',
        'esac',
        '@',
        '*',
        '!',
        'rm',
        '--',
        '-c',
        'bash',
        '=',
        'é',
        '\u2018',
        '%',
        '-ScriptBlock',
        'Invoke-Command',
        ',',
        '.',
        '::',
        '[int]',
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  test('is answered, as shell and as PowerShell', () => {
    fc.assert(
      fc.property(
        fc.oneof(shellLike, fc.string({ maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })),
        (command) => {
          for (const decide of [bash, powershell])
            expect(['read_only', 'mutating', 'unknown']).toContain(decide(command).verdict);
        },
      ),
      some,
    );
  });

  test('whatever the arguments of a tool are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Bash', 'PowerShell', 'Edit', 'Read', 'WebFetch', 'Monitor'),
        fc.anything(),
        (tool, args) => {
          expect(['read_only', 'mutating', 'unknown']).toContain(
            decideToolCall({ server: 'claude-code', tool, args }, KNOWN).verdict,
          );
        },
      ),
      some,
    );
  });

  test.each([
    ['too long', 'ssh web01 cat ' + 'x'.repeat(20_000)],
    ['nested substitutions', 'echo ' + '$('.repeat(3_000) + ')'.repeat(3_000)],
    ['nested parentheses', '('.repeat(5_000) + 'ls' + ')'.repeat(5_000)],
    [
      'nested shells',
      Array.from({ length: 14 }).reduce<string>(
        (inner) => `bash -c '${inner.replaceAll("'", `'\\''`)}'`.slice(0, 16_000),
        'ssh web01 reboot',
      ),
    ],
    ['braces', 'ssh web01 cat ' + '{a,b}'.repeat(40)],
    ['loops in loops', 'for a in {1..60}; do '.repeat(5) + 'ssh web01 uptime; ' + 'done; '.repeat(5)],
    ['an open string', "ssh web01 '" + 'a'.repeat(15_000)],
    ['many options', 'ssh ' + '-o A=b '.repeat(1_500) + 'web01 reboot'],
    ['many commands', 'ssh web01 uptime; '.repeat(900)],
    [
      'many functions',
      Array.from({ length: 300 }, (_, i) => `f${i}() { f${i + 1}; f${i + 1}; }`).join('\n') + '\nf0',
    ],
    ['a private-use character', 'ssh web01 cat \uE000'],
    ['a null character', 'ssh web01 cat \0 x'],
  ])('%s: bounded, and never let through', (_, command) => {
    expect(bash(command).verdict).not.toBe('read_only');
  });

  test.each([
    ['nested blocks', '{'.repeat(4_000) + '}'.repeat(4_000)],
    ['nested parentheses', '('.repeat(4_000) + ')'.repeat(4_000)],
    ['an open here-string', "@'\n" + 'a'.repeat(10_000)],
    ['too long', 'Get-Item ' + 'x'.repeat(20_000)],
  ])('PowerShell, %s: bounded, and never let through', (_, command) => {
    expect(powershell(command).verdict).not.toBe('read_only');
  });
});
