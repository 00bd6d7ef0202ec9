import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault } from '../../src/config/json-position.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** JSON with a piece cut out, put in, or both. */
const damaged = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', ',', '"', '{', ']', '\\', '1', '\n', ' ', 'e', '.', '-'),
  )
  .map(([json, at, length, put]) => {
    const start = at % (json.length + 1);
    return json.slice(0, start) + put + json.slice(start + length);
  });

test('finds a fault exactly where JSON.parse refuses', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), damaged, fc.string()), (text) => {
      expect(jsonFault(text) === null).toBe(isJson(text));
    }),
    { numRuns: 2_000 },
  );
});

test('what stands before the fault can be completed: it points no earlier than the first character that is wrong', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('  ', '\n\n'), (value, indent) => {
      const sound = JSON.stringify({ value }, null, indent);
      const lines = sound.split('\n');
      expect(jsonFault(`${sound}x`)).toEqual({
        line: lines.length,
        column: (lines.at(-1)?.length ?? 0) + 1,
        expected: 'expected the end of the document',
      });
    }),
  );
});
