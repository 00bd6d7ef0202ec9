import { isDynamic, mayBeOption, type Arg } from '../../shell/arg.ts';
import { shownArg } from './judge.ts';

/** Tests and actions of find without an argument. */
const PLAIN = new Set(
  '-H -L -P -a -and -o -or -not -daystart -depth -d -empty -executable -false -follow -help --help -ignore_readdir_race -ls -mount -nogroup -noleaf -nouser -nowarn -print -print0 -prune -quit -readable -true -version --version -warn -writable -xdev -x -E -X -s ( ) ! ,'.split(
    ' ',
  ),
);
/** Those with one. */
const VALUED = new Set(
  '-amin -anewer -atime -cmin -cnewer -context -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -newer -path -perm -printf -regex -regextype -samefile -size -type -uid -used -user -wholename -xtype -D -files0-from -newermt -newerat -newerct -newermm -newerma'.split(
    ' ',
  ),
);

/** Why `find` with these words is not proven only to read; what `-exec` runs was taken out before. */
export function findFault(args: readonly Arg[]): string | null {
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) break;
    const { text } = arg;
    if (VALUED.has(text)) {
      const value = args[index + 1];
      if (value?.many === true) return `the value of ${text} is only known at run time`;
      index += 1;
    } else if (PLAIN.has(text) || /^-O\d$/u.test(text)) continue;
    else if (mayBeOption(arg) || isDynamic(arg))
      return `${shownArg(text)} of find is not proven only to read`;
  }
  return null;
}
