import { z } from 'zod';

/** What nobody knows for certain and could be otherwise: the product is tested on both sides of each. */
export const switches = z.strictObject({
  casing: z.enum(['pascal', 'camel']).default('pascal'),
  dates: z.enum(['iso', 'iso-offset', 'slash-date', 'slash-date-offset']).default('iso'),
  /** `ignored`: the server takes filters and dates and gives everything. */
  filters: z.enum(['honoured', 'ignored']).default('honoured'),
  /** Which end of a pair takes POST checkpoints; the other answers 400. */
  writesAccepted: z.enum(['both', 'protected', 'recovery']).default('both'),
  unknownIdStatus: z.union([z.literal(400), z.literal(404), z.literal(500)]).default(400),
  taskCompletes: z.enum(['early', 'with-listing']).default('early'),
  /** What an insert on a VPG that writes no checkpoints does. */
  untaggableInsert: z.enum(['task-fails', 'refused']).default('task-fails'),
  readableTasks: z.enum(['always', '401-when-done', '404-when-done']).default('always'),
  /** A token without `openid` is issued, and answered with 401. */
  requireOpenidScope: z.boolean().default(true),
});

export type Switches = z.output<typeof switches>;

export function defaultSwitches(): Switches {
  return switches.parse({});
}
