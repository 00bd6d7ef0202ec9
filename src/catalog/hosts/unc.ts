/** `\\host\share` in a word, in either slash. */
export function uncHost(text: string): string | null {
  return /^(?:[A-Za-z]+::)?[\\/]{2}(?<host>[A-Za-z0-9_.-]+)[\\/]/u.exec(text)?.groups?.['host'] ?? null;
}
