import type { Key } from '../../model/ids.ts';
import type { EventRow, FileMark, Retelling } from '../store.ts';
import { actCodes, kindCodes, roleCodes } from '../rows/codes.ts';
import { addTally, sessionNumber } from './shims.ts';
import type { Connection } from './connection.ts';
import { modelCode, modelOfEvent } from './model-codes.ts';
import { addUsage } from './put-usage.ts';
import type { Used } from '../rows/usage-sums.ts';
import { indexText } from '../rows/search-words.ts';
import { noTally } from '../rows/tally.ts';
import { whole } from '../rows/whole.ts';

interface Told extends Used {
  readonly rowid: number;
  readonly doc: number | null;
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
export function retell(
  connection: Connection,
  { file, mark }: { readonly file: number; readonly mark: FileMark },
  again: readonly Retelling[],
): void {
  for (const { row, tree, how: asked } of again) {
    const session = sessionNumber(connection, tree, row.session);
    const told =
      session === undefined
        ? undefined
        : connection.get<Told>(
            `select rowid, doc, at, kind, failed, summary, input, output, cache_read, cache_write, cache_write_1h, ${modelOfEvent} as model, usd, duration_ms, length
         from event where id = ? and +tree = ? and session = ?`,
            row.key,
            tree,
            session,
          );
    if (!told) continue;
    const how = asked !== 'rewritten' ? asked : row.length < told.length - aFlag ? 'beside' : 'fuller';
    const kind = how === 'fuller' || (row.failed && told.failed === 0) ? kindCodes.encode(row.kind) : told.kind;
    const tokens = tokensOf(row, told, how);
    connection.run(
      `update event set at = coalesce(at, ?), kind = ?, failed = ?, duration_ms = coalesce(?, ?), input = ?, output = ?, cache_read = ?, cache_write = ?, cache_write_1h = ?,
         model = coalesce(?, model), usd = coalesce(?, usd) where rowid = ?`,
      whole(row.at),
      kind,
      Number(row.failed || (how === 'beside' && told.failed === 1)),
      ...(how === 'fuller' ? [whole(row.durationMs), told.duration_ms] : [told.duration_ms, whole(row.durationMs)]),
      ...tokens,
      modelCode(connection, row.model),
      row.usd,
      told.rowid,
    );
    if (how === 'fuller') {
      connection.run(
        `update event set act = ?, role = ?, type = ?, tool = ?, summary = ?, native = ?, file = ?, version = ?, offset = ?, length = ?, line = ?, marks = ? where rowid = ?`,
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
        told.rowid,
      );
      // The words themselves are not kept; a record of another length has other words.
      if (told.summary !== row.summary || told.length !== row.length) reindex(connection, told, row);
    }
    const isError = kindCodes.encode('error');
    const [input, output, read, write] = tokens.map((count) => count ?? 0) as [number, number, number, number];
    recount(connection, { tree, session: session! }, told);
    const more = {
      ...noTally,
      errors: Number(kind === isError) - Number(told.kind === isError),
      inputTokens: input - (told.input ?? 0),
      outputTokens: output - (told.output ?? 0),
      cacheTokens: read + write - (told.cache_read ?? 0) - (told.cache_write ?? 0),
    };
    if (Object.values(more).some((change) => change !== 0))
      addTally(connection, { tree, session: session!, sign: 1 }, more);
  }
}

function tokensOf({ tokens }: EventRow, told: Told, how: 'fuller' | 'beside'): (number | null)[] {
  const before = [told.input, told.output, told.cache_read, told.cache_write, told.cache_write_1h];
  if (tokens === null || (how === 'beside' && told.input !== null)) return before;
  return [tokens.input, tokens.output, tokens.cache_read, tokens.cache_write, tokens.cache_write_1h].map(
    (count) => whole(count) ?? 0,
  );
}

/** What it used may have changed, and when. */
function recount(connection: Connection, thread: { readonly tree: Key; readonly session: number }, told: Told): void {
  const now = connection.get<Used>(
    `select at, ${modelOfEvent} as model, input, output, cache_read, cache_write, cache_write_1h, usd from event where rowid = ?`,
    told.rowid,
  )!;
  if ((Object.keys(now) as (keyof Used)[]).every((field) => now[field] === told[field])) return;
  addUsage(connection, { ...thread, sign: -1 }, [told]);
  addUsage(connection, { ...thread, sign: 1 }, [now]);
}

/** A text that had no words before stays without: its number would have to be the newest. */
function reindex(connection: Connection, { doc }: Told, { search }: EventRow): void {
  if (doc === null) return;
  connection.run('delete from search where rowid = ?', doc);
  connection.run('insert into search (rowid, text) values (?, ?)', doc, search === null ? '' : indexText(search));
}
