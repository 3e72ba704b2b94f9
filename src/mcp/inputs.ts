import * as z from 'zod';

/**
 * Arguments that several tools take, so that they mean the same everywhere. No text is without a bound: whoever sends
 * it may be wrong.
 */

export const eventGiven = z
  .string()
  .min(1)
  .max(300)
  .describe(
    "The event: its id (ev_…), the agent's own id of a call (toolu_…, call_…), or the beginning of either that only one event has. search and timeline show ids.",
  );

export const withinSession = z
  .string()
  .min(1)
  .max(400)
  .optional()
  .describe(
    'Look for the event in this session only. Needed for ids such as line:12 that mean something only within one.',
  );

export const sessionGiven = z
  .string()
  .min(1)
  .max(400)
  .optional()
  .describe(
    "The session: its uid (claude:3f2a…), the agent's own id, or the beginning of either. Without it, the newest session of the archive.",
  );

export const repoGiven = z
  .string()
  .min(1)
  .max(1000)
  .optional()
  .describe('Only of this repository: its name, or the whole path of a folder.');

export const sinceGiven = z.iso
  .datetime({ offset: true })
  .optional()
  .describe('Not before this time, such as 2026-01-31T00:00:00Z.');

export function limitGiven(usual: number, most: number, of: string): z.ZodDefault<z.ZodNumber> {
  return z.number().int().min(1).max(most).default(usual).describe(`At most so many ${of}, 1 to ${most}.`);
}

/** Leaves out what is undefined: our options say absent by being absent. */
export function given<Fields extends object>(
  fields: Fields,
): { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
