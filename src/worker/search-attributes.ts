import type { Connection } from '@temporalio/client';

/** Temporal's numbers of the value types (IndexedValueType). */
const KEYWORD = 2;
const KEYWORD_LIST = 7;

const WANTED: Readonly<Record<string, number>> = {
  ZertoVm: KEYWORD,
  ZertoChange: KEYWORD,
  ZertoOutcome: KEYWORD,
  ZertoVpgs: KEYWORD_LIST,
};

/**
 * Makes sure that Temporal knows the search attributes of design 4.4 before a workflow sets one: a run that
 * sets an unknown one is stuck. Returns null when all are there, otherwise why not.
 */
export async function ensureSearchAttributes(
  connection: Connection,
  namespace: string,
): Promise<string | null> {
  const { operatorService } = connection;
  try {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = Object.entries(WANTED).filter(([name]) => customAttributes[name] === undefined);
    if (missing.length > 0) {
      await operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(missing) });
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
