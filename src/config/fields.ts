import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * The kinds of value that a config holds. Each states in its error what was expected, as the end of a sentence
 * that begins with the key's path.
 */

/** An object that refuses unknown keys and names the known ones. */
export function closed<T extends z.core.$ZodShape>(what: string, shape: T) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a key of ${what}, which has ${known}`
        : `expected an object with ${known}`,
  });
}

export const text = (what: string) => z.string(`expected ${what}`).regex(/\S/u, `expected ${what}`);

export const positive = (what: string) => z.number(`expected ${what}`).positive(`expected ${what}`);

export const seconds = positive('a number of seconds above 0');

export const whole = (what: string, least: number, most: number = Number.MAX_SAFE_INTEGER) => {
  const expected = `expected ${what}`;
  return z.number(expected).int(expected).min(least, expected).max(most, expected);
};

export const choice = <const T extends readonly [string, ...string[]]>(options: T) =>
  z.enum(options, `expected ${options.map((option) => `"${option}"`).join(' or ')}`);

const DURATION = 'expected a duration like "30s", "5m" or "1h"';
export const duration = z.string(DURATION).regex(/^[1-9]\d*[smh]$/u, DURATION);

const HOST_NAME =
  /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?(?:\.[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?)*$/iu;
const DOMAIN = 'expected a domain name like "prod.example.com", without a leading dot';
export const domain = z.string(DOMAIN).regex(HOST_NAME, DOMAIN);

/** Splits `host:port`, IPv6 in brackets. Null if it is neither. */
export function hostAndPort(address: string): { host: string; port: number } | null {
  const found = /^(?:\[(?<six>[\da-f:.]+)\]|(?<name>[^\s:[\]/]+)):(?<port>\d{1,5})$/iu.exec(address)?.groups;
  if (found === undefined) return null;
  const { six, name = '' } = found;
  const port = Number(found['port']);
  const sound = six === undefined ? HOST_NAME.test(name) : isIP(six) === 6;
  return sound && port >= 1 && port <= 65_535 ? { host: six ?? name, port } : null;
}

const ADDRESS = 'expected "host:port", like "127.0.0.1:7233"';
export const address = z.string(ADDRESS).refine((value) => hostAndPort(value) !== null, ADDRESS);

/** Whether a host name can only mean this machine. */
export function isLoopback(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/gu, '');
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

function urlFault(value: string): string | null {
  const url = parseUrl(value);
  if (url === null || !/^https?:$/u.test(url.protocol))
    return 'expected the https address of a ZVM, like "https://zvm.example.com"';
  if (url.username !== '' || url.password !== '')
    return 'expected an address without user name and password; these go into auth';
  if (url.search !== '' || url.hash !== '') return 'expected an address without "?" and "#"';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'expected https: a password must not cross a network in the clear (http is for this machine only)';
  return null;
}

function parseUrl(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

export const zvmUrl = z.string('expected the https address of a ZVM').superRefine((value, context) => {
  const message = urlFault(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
