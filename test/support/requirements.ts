import { REQUIREMENTS } from '../requirements.ts';

const known = new Set(REQUIREMENTS.map(({ id }) => id));

/** For a test's title: which promises it holds the product to. @throws RangeError for an unknown id. */
export function covers(...ids: string[]): string {
  for (const id of ids) if (!known.has(id)) throw new RangeError(`There is no requirement "${id}".`);
  return ` [${ids.join(' ')}]`;
}
