import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folders of src/ that the catalogue's commands are made of. */
const FOLDERS = ['catalog', 'config'];
const FILES = [
  'cli/catalog-settings.ts',
  'cli/catalog-failure.ts',
  'cli/commands/check.ts',
  'cli/commands/catalog.ts',
  'cli/commands/explain.ts',
];

/** Wires the commands as src/cli/main.ts does. */
const ENTRY = `
import { Command } from 'commander';
import { checkCommand } from './cli/commands/check.js';
import { catalogCommand } from './cli/commands/catalog.js';
import { explainCommand } from './cli/commands/explain.js';
const program = new Command('zerto-rewind');
for (const command of [checkCommand(), catalogCommand(), explainCommand()]) {
  program.addCommand(command.option('--json').option('--config <file>'));
}
await program.parseAsync();
`;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The commands as JavaScript under .build/, so that they can be run as real processes without a whole build. */
export function buildCommands(): { entry: string; remove: () => void } {
  mkdirSync(join(root, '.build'), { recursive: true });
  const folder = mkdtempSync(join(root, '.build', 'catalog-cli-'));
  const src = join(root, 'src');
  for (const file of [
    ...FOLDERS.flatMap((name) => sources(join(src, name))),
    ...FILES.map((name) => join(src, name)),
  ]) {
    const target = join(folder, relative(src, file).replace(/\.ts$/u, '.js'));
    const options = {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      rewriteRelativeImportExtensions: true,
      verbatimModuleSyntax: true,
    };
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(
      target,
      ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions: options }).outputText,
    );
  }
  const entry = join(folder, 'entry.js');
  writeFileSync(entry, ENTRY);
  return { entry, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export function runNode(
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; cwd: string; input?: string },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: options.cwd, env: options.env });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(options.input ?? '');
  });
}
