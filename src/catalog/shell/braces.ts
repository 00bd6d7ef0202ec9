const MOST = 256;
const PLAIN = /^[\w.:@%+/-]*$/u;

/** The words that `{a,b}` or `{1..3}` stands for; null where they cannot be told. */
export function braceWords(text: string): string[] | null {
  const inner = /^\{(?<inner>[^{}]*)\}$/u.exec(text)?.groups?.['inner'];
  if (inner === undefined) return null;
  const range = /^(?<from>-?\d{1,9})\.\.(?<to>-?\d{1,9})(?:\.\.(?<by>-?\d{1,9}))?$/u.exec(inner)?.groups;
  if (range !== undefined) return numbers(range['from'] ?? '', range['to'] ?? '', Number(range['by'] ?? 1));
  const letters = /^(?<from>[A-Za-z])\.\.(?<to>[A-Za-z])$/u.exec(inner)?.groups;
  if (letters !== undefined) {
    const from = (letters['from'] ?? '').charCodeAt(0);
    const to = (letters['to'] ?? '').charCodeAt(0);
    const codes = Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + Math.sign(to - from) * i);
    const words = codes.map((code) => String.fromCharCode(code));
    return words.every((word) => PLAIN.test(word)) ? words : null;
  }
  const words = inner.split(',');
  return words.length > 1 && words.length <= MOST && words.every((word) => PLAIN.test(word)) ? words : null;
}

function numbers(from: string, to: string, by: number): string[] | null {
  const start = Number(from);
  const end = Number(to);
  const step = Math.abs(by) || 1;
  const count = Math.floor(Math.abs(end - start) / step) + 1;
  if (count > MOST) return null;
  const padded = /^-?0\d/u.test(from) || /^-?0\d/u.test(to);
  const width = padded ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, i) => {
    const value = start + (end < start ? -1 : 1) * step * i;
    return `${value < 0 ? '-' : ''}${String(Math.abs(value)).padStart(width, '0')}`;
  });
}
