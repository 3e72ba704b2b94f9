import type { Key } from '../../model/ids.ts';
import { actCodes, kindCodes, roleCodes } from '../rows/codes.ts';
import type { EventRow, FileMark, Retelling } from '../store.ts';
import { noTally } from '../rows/tally.ts';
import type { Used } from '../rows/usage-sums.ts';
import { whole } from '../rows/whole.ts';
import { addTally, sessionNumber } from './shims.ts';
import { addUsage } from './put-usage.ts';
import { searchVector } from './search-vector.ts';
import type { Sql } from './sql.ts';

interface Told extends Used {
  readonly seq: number;
  readonly found: number;
  readonly kind: number;
  readonly failed: number;
  readonly summary: string;
  readonly duration_ms: number | null;
  readonly length: number;
}

/**
 * A record that loses less than this has lost a flag, or a word for how far it is: `"partial":true`. More is what it
 * had to say.
 */
const aFlag = 64;

/** Takes over what is said again of events that are here already; the session's counters follow. */
export async function retell(
  sql: Sql,
  { file, mark }: { readonly file: number; readonly mark: FileMark },
  again: readonly Retelling[],
): Promise<void> {
  for (const { row, tree, how: asked } of again) {
    const session = await sessionNumber(sql, tree, row.session);
    const told =
      session === undefined
        ? undefined
        : await sql.get<Told>(
            `select seq, case when words is null then 0 else 1 end as found, at, kind, failed, summary, input, output, cache_read, cache_write, cache_write_1h, model, usd, duration_ms, length
         from event where tree = ? and id = ? and session = ?`,
            tree,
            row.key,
            session,
          );
    if (!told) continue;
    const how = asked !== 'rewritten' ? asked : row.length < told.length - aFlag ? 'beside' : 'fuller';
    const kind = how === 'fuller' || (row.failed && told.failed === 0) ? kindCodes.encode(row.kind) : told.kind;
    const tokens = tokensOf(row, told, how);
    const now = (await sql.get<Used>(
      `update event set at = coalesce(at, ?), kind = ?, failed = ?, duration_ms = ?, input = ?, output = ?, cache_read = ?, cache_write = ?, cache_write_1h = ?,
         model = coalesce(?, model), usd = coalesce(?, usd) where tree = ? and session = ? and seq = ?
       returning at, model, input, output, cache_read, cache_write, cache_write_1h, usd`,
      whole(row.at),
      kind,
      Number(row.failed || (how === 'beside' && told.failed === 1)),
      how === 'fuller' ? (whole(row.durationMs) ?? told.duration_ms) : (told.duration_ms ?? whole(row.durationMs)),
      ...tokens,
      row.model,
      row.usd,
      tree,
      session!,
      told.seq,
    ))!;
    if (how === 'fuller') await takeOver(sql, { tree, session: session!, file, mark }, row, told);
    const isError = kindCodes.encode('error');
    const [input, output, read, write] = tokens.map((count) => count ?? 0) as [number, number, number, number];
    await recount(sql, { tree, session: session! }, told, now);
    const more = {
      ...noTally,
      errors: Number(kind === isError) - Number(told.kind === isError),
      inputTokens: input - (told.input ?? 0),
      outputTokens: output - (told.output ?? 0),
      cacheTokens: read + write - (told.cache_read ?? 0) - (told.cache_write ?? 0),
    };
    if (Object.values(more).some((change) => change !== 0))
      await addTally(sql, { tree, session: session!, sign: 1 }, more);
  }
}

interface Place {
  readonly tree: Key;
  readonly session: number;
  readonly file: number;
  readonly mark: FileMark;
}

async function takeOver(sql: Sql, { tree, session, file, mark }: Place, row: EventRow, told: Told): Promise<void> {
  await sql.run(
    `update event set act = ?, role = ?, type = ?, tool = ?, summary = ?, native = ?, file = ?, version = ?, "offset" = ?, length = ?, line = ?, marks = ?
      where tree = ? and session = ? and seq = ?`,
    actCodes.encode(row.act),
    roleCodes.encode(row.role),
    row.type,
    row.tool,
    row.summary,
    row.native === `line:${row.line}` ? '' : row.native,
    file,
    mark.version,
    row.offset,
    row.length,
    row.line,
    row.marks.length === 0 ? null : row.marks.join('\n'),
    tree,
    session,
    told.seq,
  );
  // The words themselves are not told; a record of another length has other words. One that had none before stays
  // without, as in every store.
  if (told.found === 0 || (told.summary === row.summary && told.length === row.length)) return;
  await sql.run(
    `update event set words = coalesce(?::tsvector, ''::tsvector) where tree = ? and session = ? and seq = ?`,
    searchVector(row.search),
    tree,
    session,
    told.seq,
  );
}

function tokensOf({ tokens }: EventRow, told: Told, how: 'fuller' | 'beside'): (number | null)[] {
  const before = [told.input, told.output, told.cache_read, told.cache_write, told.cache_write_1h];
  if (tokens === null || (how === 'beside' && told.input !== null)) return before;
  return [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write, tokens.cache_write_1h].map(
    (count) => whole(count) ?? 0,
  );
}

/** What it used may have changed, and when. */
async function recount(
  sql: Sql,
  thread: { readonly tree: Key; readonly session: number },
  told: Told,
  now: Used,
): Promise<void> {
  if ((Object.keys(now) as (keyof Used)[]).every((field) => now[field] === told[field])) return;
  await addUsage(sql, { ...thread, sign: -1 }, [told]);
  await addUsage(sql, { ...thread, sign: 1 }, [now]);
}
