import { isDynamic, isLiteral, type Arg } from '../../shell/arg.ts';
import { shownArg } from './judge.ts';

const ALONE = 'ps images inspect logs stats top version info port diff events history'.split(' ');

/** Sub-commands of docker's management commands. */
const MANAGED: Readonly<Record<string, string>> = {
  container: 'ls list ps inspect logs stats top port diff',
  image: 'ls list inspect history',
  network: 'ls list inspect',
  volume: 'ls list inspect',
  system: 'df info events',
  context: 'ls list inspect show',
  compose: 'ps logs images top ls port version events',
  service: 'ls ps inspect logs',
  node: 'ls ps inspect',
  stack: 'ls ps services',
  secret: 'ls inspect',
  config: 'ls inspect',
  plugin: 'ls inspect',
  manifest: 'inspect',
  swarm: 'ca-info',
};

const READS = new Set([
  ...ALONE,
  ...Object.entries(MANAGED).flatMap(([group, verbs]) => verbs.split(' ').map((verb) => `${group} ${verb}`)),
]);

/** Options of compose that stand before its sub-command and take an argument. */
const COMPOSE_VALUES =
  /^(?:-f|--file|-p|--project-name|--profile|--env-file|--project-directory|--ansi|--progress)$/u;

/** Why docker with these words (after its global options) is not proven only to read. */
export function dockerFault(args: readonly Arg[]): string | null {
  const [first, ...rest] = args;
  if (first === undefined) return null;
  if (!isLiteral(first)) return 'what docker does is only known at run time';
  const words =
    first.text === 'compose'
      ? rest.filter((_, index) => !COMPOSE_VALUES.test(rest[index - 1]?.text ?? ''))
      : rest;
  const second = words.find(({ text }) => !text.startsWith('-'));
  const managed = second === undefined ? '' : `${first.text} ${second.text}`;
  if (!READS.has(first.text) && !READS.has(managed))
    return `docker ${shownArg(managed || first.text)} is not proven only to read`;
  const odd = rest.find((arg) => isDynamic(arg) || arg.glob || /^(?:-o|--output)/u.test(arg.text));
  return odd === undefined ? null : `${shownArg(odd.text)} of docker is not proven only to read`;
}
