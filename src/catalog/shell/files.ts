import { resolve } from 'node:path';
import { guardedPath } from '../hosts/guarded-paths.ts';
import { uncHost } from '../hosts/unc.ts';
import { DYN } from './arg.ts';
import { change, unknown, type Context } from './context.ts';
import { isGuest } from './reading.ts';

const HARMLESS_TARGET = /^\/dev\/(?:null|stdout|stderr|tty|zero|fd\/\d+)$|^&?\d+$|^-$/u;
const SOCKET = /^\/dev\/(?:tcp|udp)\/(?<host>[^/]*)/u;

/** The file's place in the record of written files: absolute where the folder is known. */
export function fileKey(text: string, { scope }: Context): string {
  return scope.cwd === null ? text.replace(/^\.\//u, '') : resolve(scope.cwd, text);
}

/** Something is written to a file or a device. */
export function writeTo(target: string, context: Context): void {
  if (HARMLESS_TARGET.test(target)) return;
  const socket = SOCKET.exec(target)?.groups?.['host'];
  if (socket !== undefined) openSocket(socket, context);
  else if (isGuest(context.place)) change(context, `writes ${shown(target)}`);
  else if (uncHost(target) !== null)
    context.reading.at(
      context.reading.remotePlace(uncHost(target)),
      'change',
      `writes ${shown(target)}`,
      context.depth,
    );
  else {
    const guarded = guardedPath(target, { ...context.reading.settings, cwd: context.scope.cwd });
    if (guarded !== null) unknown(context, `writes ${guarded}, which belongs to the guard`);
  }
}

/** Bash opens a connection where such a file is read or written. */
export function openSocket(host: string, context: Context): void {
  const { reading, depth, place } = context;
  if (place.remote) change(context, 'opens a network connection');
  else if (host.includes(DYN))
    unknown(context, 'opens a connection to a host that is only known at run time');
  else if (reading.known.has(host))
    reading.at(reading.remotePlace(host), 'change', 'opens a network connection', depth);
  else if (!/^(?:localhost|127(?:\.\d{1,3}){3}|::1|0)$/u.test(host))
    unknown(context, `opens a connection to ${shown(host)}`);
}

export function readFrom(source: string, context: Context): void {
  const socket = SOCKET.exec(source)?.groups?.['host'];
  if (socket !== undefined) openSocket(socket, context);
}

export function shown(text: string): string {
  const plain = text.replaceAll(DYN, '…');
  return plain.length <= 60 ? plain : `${plain.slice(0, 59)}…`;
}
