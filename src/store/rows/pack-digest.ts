import { brotliCompressSync, brotliDecompressSync, constants, zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';
import { schemaVersion } from '../../model/schema-version.ts';

/**
 * A digest as it is stored: its values without their names, as JSON, in Brotli. Names would take a quarter of it, and of
 * what compresses a few kilobytes fast, this packs closest.
 */
export function packDigest(digest: Digest): Uint8Array {
  const json = Buffer.from(JSON.stringify(valuesOf(digest, shape)));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
  };
  return Buffer.concat([Buffer.of(valuesInBrotli), brotliCompressSync(json, { params })]);
}

/** Digests of an older stemma are whole JSON in zstd. They are upgraded: a migration in SQL cannot reach inside them. */
export function unpackDigest(data: Uint8Array): Digest {
  return upgraded(
    data[0] === valuesInBrotli
      ? (named(JSON.parse(brotliDecompressSync(data.subarray(1)).toString()), shape) as Digest)
      : (JSON.parse(zstdDecompressSync(data).toString()) as Digest),
  );
}

/** The first byte; zstd begins with another one. */
const valuesInBrotli = 1;

function upgraded(digest: Digest): Digest {
  const { outcome } = digest;
  // Digests made before 0.2 have `fail`.
  const what = (outcome.what as string) === 'fail' ? 'failed' : outcome.what;
  return { ...digest, schema_version: schemaVersion, outcome: { ...outcome, what } };
}

/** The fields of a type in the order they are stored; a list has the shape of its items. */
type ShapeOf<Type> = Type extends string | number | boolean | null
  ? 0
  : Type extends readonly (infer Item)[]
    ? readonly [ShapeOf<Item>]
    : { readonly [Name in keyof Type]-?: ShapeOf<NonNullable<Type[Name]>> };
type Shape = 0 | readonly [Shape] | { readonly [name: string]: Shape };

const line = { text: 0, step: 0 } as const;

/** A new field goes to the end of its record: what is stored already has none there. */
const shape = {
  schema_version: 0,
  session: 0,
  outcome: { what: 0, reason: 0, step: 0, judged: { model: 0, at: 0 } },
  asks: { total: 0, items: [{ ...line, answer: 0 }] },
  cost: {
    wall_clock_s: 0,
    turns: 0,
    retries: 0,
    models: [{ model: 0, usd: 0, input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }],
  },
  files: { total: 0, items: [{ path: 0, reads: 0, edits: 0, last: 0 }] },
  commands: { total: 0, items: [{ command: 0, runs: 0, failed: 0, ended: 0, last: 0 }] },
  delivered: { total: 0, items: [line] },
  decisions: { total: 0, items: [{ by: 0, ...line }] },
  errors: { total: 0, items: [{ fingerprint: 0, sample: 0, kind: 0, count: 0, resolved: 0, last: 0 }] },
  skills: { total: 0, items: [{ what: 0, name: 0, uses: 0, failed: 0, last: 0 }] },
  subagents: { total: 0, items: [{ session: 0, title: 0, returned: 0 }] },
  left_open: { total: 0, items: [{ what: 0, ...line }] },
  findings: { total: 0, items: [{ what: 0, ...line }] },
  last_messages: [line],
  edited: 0,
  activity: { from: 0, seconds: 0, steps: [0], failures: [0] },
} as const satisfies ShapeOf<Digest>;

/** Stands for a field that is not there. */
const absent = {};

function valuesOf(value: unknown, of: Shape): unknown {
  if (value === undefined) return absent;
  if (value === null || of === 0) return value;
  if (isList(of)) return (value as readonly unknown[]).map((item) => valuesOf(item, of[0]));
  const values = Object.entries(of).map(([name, own]) => valuesOf((value as Record<string, unknown>)[name], own));
  while (values.at(-1) === absent) values.pop();
  return values;
}

function named(value: unknown, of: Shape): unknown {
  if (value === null || of === 0) return value;
  const values = value as readonly unknown[];
  if (isList(of)) return values.map((item) => named(item, of[0]));
  return Object.fromEntries(
    Object.entries(of).flatMap(([name, own], at) =>
      at >= values.length || isAbsent(values[at]) ? [] : [[name, named(values[at], own)]],
    ),
  );
}

function isList(of: Shape): of is readonly [Shape] {
  return Array.isArray(of);
}

/** No field holds an object: a record is stored as a list of its values. */
function isAbsent(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
