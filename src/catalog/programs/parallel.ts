import { DYN } from '../shell/arg.ts';
import { change, PIPE, unknown, type Handler } from '../shell/context.ts';
import { isGuest } from '../shell/reading.ts';

const ELSEWHERE =
  /^(?:-S|--sshlogin|--sshloginfile|--slf|--onall|--nonall|--ssh|--basefile|--transfer|--return)/u;
const PLAIN_FLAGS =
  /^(?:-k|-q|-r|-v|-t|-u|-X|-m|-0|--keep-order|--bar|--progress|--eta|--tag|--dry-run|--no-run-if-empty|--will-cite|--halt-on-error|--ungroup|--line-buffer|--lb)$/u;
const PLAIN_VALUES =
  /^(?:-j|--jobs|-P|--max-procs|-n|-N|--max-args|--delay|--timeout|--retries|--halt|--joblog|-a|--arg-file|--colsep|-C|--results)$/u;
const MOST_WORDS = 64;

/** GNU parallel: a shell reads its command for each word after `:::`, or for each line of its input. */
export const parallel: Handler = (args, context) => {
  if (isGuest(context.place)) return change(context, 'parallel is not proven only to read');
  let index = 0;
  for (; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    if (!text.startsWith('-')) break;
    if (ELSEWHERE.test(text)) return unknown(context, 'parallel runs on hosts of its own list');
    if (PLAIN_VALUES.test(text)) index += 1;
    else if (!PLAIN_FLAGS.test(text) && !/^-j\d+|^-P\d+|^--\w[\w-]*=/u.test(text))
      return unknown(context, `option ${text} of parallel is not known`);
  }
  const rest = args.slice(index);
  const colons = rest.findIndex(({ text }) => /^:::\+?$|^::::$/u.test(text));
  const command = (colons < 0 ? rest : rest.slice(0, colons)).map(({ text }) => text).join(' ');
  const words = colons >= 0 && rest[colons]?.text === ':::' ? rest.slice(colons + 1) : null;
  const plain =
    words !== null &&
    words.length <= MOST_WORDS &&
    !words.some(({ text, many, glob }) => many || glob || text.startsWith(':::'));
  const values = plain ? words.map(({ text }) => text) : [DYN];
  for (const value of values) {
    const whole =
      command.trim() === ''
        ? value
        : /\{[^{}\s]*\}/u.test(command)
          ? command.replace(/\{[^{}\s]*\}/gu, () => value)
          : `${command} ${value}`;
    context.tools.script(whole, { ...context, depth: context.depth + 1 });
  }
  return PIPE;
};
