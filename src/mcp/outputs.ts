import * as z from 'zod';

/**
 * What answers are made of. Only what a reader relies on is spelled out; further fields are the library's and
 * docs/cli.md tells of them, so everything is open to more.
 */

const id = z.string();
const text = z.string();
const time = z.string().nullable().describe('UTC');

export const eventShape = z.looseObject({
  id,
  session: id,
  native_id: z.string().nullable(),
  seq: z.number(),
  at: time,
  kind: text,
  act: z.string().nullable(),
  tool: z.string().nullable(),
  summary: text,
  failed: z.boolean(),
  parent: z.string().nullable(),
  step: z.string().nullable(),
  turn: z.string().nullable(),
  duration_ms: z.number().nullable(),
});

export const stepShape = z.looseObject({
  id,
  session: id,
  native_id: z.string().nullable(),
  kind: z.enum(['prompt', 'call']),
  tool: z.string().nullable(),
  summary: text,
  at: time,
  failed: z.boolean(),
});

export const sessionShape = z.looseObject({
  uid: id,
  source: text,
  title: z.string().nullable(),
  repo: z.string().nullable(),
  started_at: time,
  ended_at: time,
  outcome: text,
  events: z.number(),
  errors: z.number(),
});

export const viaShape = z.looseObject({
  effect: id,
  types: z.array(text),
  basis: z.enum(['recorded', 'inferred']),
  confidence: z.number(),
  evidence: z.array(text),
});

export const lineageShape = z
  .array(z.looseObject({ relation: text, step: stepShape }))
  .describe('Where it stands: the prompt of its turn, the call that spawned that, and so on. Context, not causes.');

export const chainShape = z.looseObject({
  id: id.describe('ch_…'),
  basis: z.enum(['mined', 'told']),
  error: z.looseObject({ message: text, type: text, fingerprint: text, session: z.string().nullable(), at: time }),
  attempts: z.array(z.looseObject({ id, action: text, successful: z.boolean().nullable() })),
  state: text,
  resolved: z.boolean(),
  successful_fix_id: z.string().nullable(),
  resolution_minutes: z.number().nullable(),
});

export const truncated = z.boolean().describe('There is more than is shown.');

export const archiveShape = z
  .looseObject({ ingested_at: time, note: z.string().nullable() })
  .describe('How far the archive goes; what agents did since is not in it.');
