import type { Tokens } from '../../model/event.ts';
import type { Key } from '../../model/ids.ts';
import type { Store } from '../../store/store.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

/**
 * New events without the usage that other records of the same response have: some resumes copy the end of the session
 * they continue under new record ids and times, and a second copy of a file may lack the first record of a response.
 * Only the response itself then shows that it was paid once.
 */
export async function onceCounted(
  { write }: Store,
  events: readonly ScanEvent[],
  known: ReadonlySet<Key>,
): Promise<readonly ScanEvent[]> {
  const named = events.flatMap(({ row: { tokens, response } }) =>
    tokens === null || response === undefined ? [] : [response.key],
  );
  const counted = new Map(await write.countedTokens(named));
  if (counted.size === 0) return events;
  return events.map((event) => {
    const { key, tokens, response } = event.row;
    if (tokens === null || response === undefined) return event;
    const before = counted.get(response.key);
    counted.set(response.key, Math.max(before ?? 0, response.counted));
    if (before === undefined || known.has(key)) return event;
    const more = response.counted - before;
    if (more >= sumOf(tokens)) return event;
    if (more <= 0) return { ...event, row: { ...event.row, tokens: null, model: null, usd: null } };
    // Only the output grows while a response is written.
    const rest = { input: 0, output: Math.min(more, tokens.output), cache_read: 0, cache_write: 0 };
    return { ...event, row: { ...event.row, tokens: rest } };
  });
}

function sumOf({ input, output, cache_read, cache_write }: Tokens): number {
  return input + output + cache_read + cache_write;
}
