import type { What } from '../../../model/draft.ts';
import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { cut, flat } from '../../../normalise/text/one-line.ts';
import type { LoadSources } from '../../../sources/source.ts';
import type { StoreReader } from '../../../store/store.ts';

/** Content of an event; undefined when the archive no longer has it. Opens a block each time, so only for a few. */
export type ReadWhat = (event: Event) => Promise<What | undefined>;

export interface MessageTextOptions {
  readonly sources: LoadSources;
  /** Leave secrets in. */
  readonly raw?: boolean;
}

export function whatReader(read: StoreReader, { sources, raw = false }: MessageTextOptions): ReadWhat {
  const known = new Map<EventId, Promise<What | undefined>>();
  return async (event) => {
    const before = known.get(event.id);
    if (before) return await before;
    const found = reading(event);
    known.set(event.id, found);
    return await found;
  };

  async function reading(event: Event): Promise<What | undefined> {
    const { payloadOf } = await import('../../event/payload.ts');
    // A pack leaves out what it cannot read.
    const payload = await payloadOf(read, event, { sources, raw }).catch(() => undefined);
    return payload?.what ?? undefined;
  }
}

/** A text on one line; no pack shows more of one. */
export function oneLine(text = ''): string {
  return flat(text.slice(0, 2 * longest), longest).slice(0, longest);
}

const longest = 12_000;

/** At most `length` characters, cut between words where possible. */
export function brief(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = cut(text, length);
  const space = short.lastIndexOf(' ');
  return space > length * 0.7 ? `${short.slice(0, space).replace(/[\s,;:.(-]+$/, '')}…` : short;
}

/** `4 steps ago`, for what happened in the same session. */
export function ago(steps: number): string {
  return steps <= 0 ? 'just now' : steps === 1 ? 'one step ago' : `${steps} steps ago`;
}

/** Removes durations: how long a test took does not explain why it failed. */
export function withoutTook(message: string): string {
  return message.replace(/\s*[[(]\d[\d.,]*\s?m?s[\])](?=$|[\s.,;])/g, '');
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count}×`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `one ${one}` : `${count} ${many}`;
}
