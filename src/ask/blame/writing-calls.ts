import { posix } from 'node:path';
import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { Act } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { newestFirst } from './newest-first.ts';

/** Calls, those to be read first at the front. */
export interface FoundCalls {
  readonly calls: readonly Event[];
  /** The search went through all there are. */
  readonly isAll: boolean;
}

/**
 * Calls that did not fail and may have written a file of this name: of too many those that name all of its path, then
 * the newest.
 */
export async function callsNaming(read: StoreReader, path: string, most: number): Promise<FoundCalls> {
  const name = posix.basename(path);
  const { calls, isAll } = await callsHolding(read, name, most);
  const first = isAll ? [] : (await callsHolding(read, path, most)).calls;
  // A summary that was cut may have named it behind the cut.
  const isNamed = ({ summary }: Event): boolean => summary.includes(name) || isCut(summary);
  return { calls: [...new Map([...first, ...calls].map((call) => [call.id, call])).values()].filter(isNamed), isAll };
}

/** Calls that did not fail, may have written something and hold all of these words, newest first. */
export async function callsHolding(read: StoreReader, words: string, most: number): Promise<FoundCalls> {
  const found: Event[] = [];
  let isAll = true;
  for (const act of writingActs) {
    const { hits, total, totalIsExact } = await read.search({
      text: longFirst(words),
      act,
      failed: false,
      limit: most,
    });
    if (total > hits.length || !totalIsExact) isAll = false;
    found.push(...hits.flatMap(({ event }) => (event.tool !== null && event.step === event.id ? [event] : [])));
  }
  return { calls: found.toSorted(newestFirst), isAll };
}

/** Sessions that had to do with a file of that name, if only to read it; newest first. */
export async function sessionsNaming(read: StoreReader, path: string, most: number): Promise<readonly SessionUid[]> {
  const { hits } = await read.search({ text: longFirst(posix.basename(path)), limit: most });
  return [
    ...new Set(
      hits
        .map(({ event }) => event)
        .toSorted(newestFirst)
        .map(({ session }) => session),
    ),
  ];
}

/** Calls of a session that may have written something and are too long for the index to hold all of them. */
export async function longCallsOf(read: StoreReader, session: SessionUid): Promise<readonly Event[]> {
  const long: Event[] = [];
  for (let after = 0; ;) {
    const steps = await read.steps(session, { after, limit: 500 });
    long.push(
      ...steps.filter(
        ({ act, failed, summary }) => !failed && act !== null && writingActs.includes(act) && isCut(summary),
      ),
    );
    if (steps.length < 500) return long;
    after = steps.at(-1)!.seq;
  }
}

/** Calls of these acts may write files: what was a check in the end may have been an edit first, and a commit too. */
const writingActs: readonly Act[] = ['edit', 'shell', 'check', 'vcs', 'other'];

function isCut(summary: string): boolean {
  return summary.endsWith('…');
}

/** The last word of a search may be the beginning of a longer one, if it is not short; here all words are whole. */
function longFirst(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 14)
    .join(' ');
}
