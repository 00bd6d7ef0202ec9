import { DYN, type Arg } from '../shell/arg.ts';
import { change, NO_STREAM, PIPE, type Handler } from '../shell/context.ts';
import { isGuest } from '../shell/reading.ts';
import { findFault } from './readers/find.ts';

/** `find`, and what its `-exec` and `-ok` run on what it finds. */
export const findProgram: Handler = (args, context) => {
  const rest: Arg[] = [];
  let ran = false;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) break;
    if (!/^-(?:exec|execdir|ok|okdir)$/u.test(arg.text)) {
      rest.push(arg);
      continue;
    }
    const end = args.findIndex(
      ({ text }, at) => at > index && (text === ';' || (text === '+' && args[at - 1]?.text === '{}')),
    );
    const inner = args.slice(index + 1, end < 0 ? args.length : end);
    // A found path starts with where find was told to look: it is no option there.
    const found = inner.map((one) =>
      one.text.includes('{}') ? { ...one, text: one.text.replaceAll('{}', `${start(args)}${DYN}`) } : one,
    );
    if (end < 0 && isGuest(context.place)) return change(context, 'find -exec has no end');
    context.tools.run(found, { ...context, stdin: NO_STREAM });
    ran = true;
    index = end < 0 ? args.length : end;
  }
  const fault = findFault(rest);
  if (fault === null) context.reading.at(context.place, 'read', 'find only reads', context.depth);
  else if (isGuest(context.place)) change(context, fault);
  if (context.place.remote || (fault === null && !ran)) return PIPE;
  return fault === null ? PIPE : context.tools.local('find', rest, context);
};

/** Where find starts: `/` or `.` in front of a found path keeps it from being an option. */
function start(args: readonly Arg[]): string {
  const first = args.find(({ text }) => !/^-[HLPDO]/u.test(text));
  return first !== undefined && /^[/.~\w]/u.test(first.text) ? first.text : '';
}
