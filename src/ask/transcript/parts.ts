import type { What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import type { Session } from '../../model/session.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import { toolDoing } from '../../normalise/tools.ts';
import type { StoreReader } from '../../store/store.ts';
import { isUnreadable } from '../event/evicted.ts';
import { payloadReader, textOf, type Payload, type PayloadOptions } from '../event/payload.ts';
import type { Hunk } from '../files/answer.ts';
import { hunksOf, linesIn } from '../files/line-diff.ts';
import { clipped } from '../step-detail/clipped.ts';
import { imagesIn, type FoundImage } from '../step-detail/images-in.ts';

/** One piece of a conversation, as people read it. */
export type Part =
  /** `byPerson` is false for what the agent's program wrote into the conversation. */
  | (PartBase & {
      readonly is: 'prompt';
      readonly text: Text;
      readonly byPerson: boolean;
      readonly images: readonly FoundImage[];
    })
  | (PartBase & { readonly is: 'message' | 'thinking' | 'note'; readonly text: Text })
  | (PartBase & {
      readonly is: 'call';
      readonly tool: string;
      readonly summary: string;
      /** The whole input; null where the diffs say it all. */
      readonly input: Text | null;
      readonly diffs: readonly FileDiff[];
    })
  | (PartBase & {
      readonly is: 'result';
      readonly summary: string;
      readonly failed: boolean;
      /** Which call it answers, where that does not stand right before it. */
      readonly of: string | null;
      readonly output: Text;
      readonly images: readonly FoundImage[];
    })
  /** Its bytes are no longer there, or cannot be read. */
  | (PartBase & { readonly is: 'gone'; readonly summary: string });

interface PartBase {
  readonly at: string | null;
}

/** A text, cut where it is very long. */
export interface Text {
  readonly text: string;
  /** Characters that were left out at the end. */
  readonly more: number;
}

export interface FileDiff {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

/** The conversation of a session, a page of events at a time, so that its length does not matter. */
export async function* parts(read: StoreReader, session: Session, options: PayloadOptions): AsyncGenerator<Part> {
  const payloadOf = payloadReader(read, options);
  const open = new OpenCalls();
  for (let after = 0; ;) {
    const events = await read.events(session.uid, { after, limit: pageLength });
    for (const event of events) {
      const part = partOf(event, await readable(payloadOf(event)));
      if (part !== undefined) yield open.named(part, event);
    }
    if (events.length < pageLength) return;
    after = events.at(-1)!.seq;
  }
}

/** Calls whose results are still to come: several may be made at once. */
class OpenCalls {
  readonly #summaries = new Map<string, string>();
  #before: string | undefined;

  named(part: Part, { id, step }: Event): Part {
    const before = this.#before;
    this.#before = part.is === 'call' ? id : undefined;
    if (part.is === 'call') {
      if (this.#summaries.size >= maxOpen) this.#summaries.clear();
      this.#summaries.set(id, part.summary);
    }
    if (part.is !== 'result' || step === null) return part;
    const summary = this.#summaries.get(step) ?? null;
    this.#summaries.delete(step);
    return step === before ? part : { ...part, of: summary };
  }
}

const maxOpen = 1_000;
const pageLength = 200;
/** What a person would not read to its end anyway. */
const longestText = 64 * 1024;
const maxLines = 2_000;

async function readable(payload: Promise<Payload | undefined>): Promise<Payload | undefined> {
  try {
    return await payload;
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}

function partOf(event: Event, payload: Payload | undefined): Part | undefined {
  const { at, summary } = event;
  const what = payload?.what;
  if (!what) return isShown(event) ? { is: 'gone', at, summary } : undefined;
  switch (what.is) {
    case 'prompt':
      return {
        is: 'prompt',
        at,
        text: cut(what.text),
        byPerson: what.origin === 'human',
        images: imagesOf(payload, event),
      };
    case 'message':
      return textPart('message', at, what.text);
    case 'thinking':
      return textPart('thinking', at, what.text);
    case 'call':
      return { is: 'call', at, tool: event.tool ?? what.tool, summary, ...inputOf(what) };
    case 'result':
      return {
        is: 'result',
        at,
        summary,
        failed: event.failed,
        of: null,
        output: cut(what.output),
        images: imagesOf(payload, event),
      };
    case 'failure':
    case 'intervention':
    case 'decision':
      return textPart('note', at, what.text === '' ? what.type : what.text);
    case 'lifecycle':
    case 'completion':
      // Counts of tokens, changes of models and repeated last words are no part of the conversation.
      return undefined;
  }
}

function imagesOf({ written }: Payload, event: Event): readonly FoundImage[] {
  return written.length < longestLine ? imagesIn(written, event) : [];
}

/** A line with pictures is long; this one no page would show. */
const longestLine = 64 * 1024 * 1024;

function textPart(is: 'message' | 'thinking' | 'note', at: string | null, text: string): Part | undefined {
  return text.trim() === '' ? undefined : { is, at, text: cut(text) };
}

function isShown({ kind }: Event): boolean {
  return kind !== 'lifecycle' && kind !== 'completion';
}

/** Of an edit the difference; of any other call what it was given. */
function inputOf(what: Extract<What, { is: 'call' }>): {
  readonly input: Text | null;
  readonly diffs: readonly FileDiff[];
} {
  const call = parseCall(what.tool, what.input);
  const diffs =
    toolDoing(call.tool) === 'edit'
      ? operationsOf(call).flatMap((operation): readonly FileDiff[] => {
          if (operation.does !== 'edit') return [];
          const old = linesIn(operation.old).slice(0, maxLines);
          const text = linesIn(operation.text).slice(0, maxLines);
          return [{ path: operation.path, hunks: hunksOf(old, text, null) }];
        })
      : [];
  if (diffs.some(({ hunks }) => hunks.length > 0)) return { input: null, diffs };
  const { command } = (typeof what.input === 'object' && what.input !== null ? what.input : {}) as {
    readonly command?: unknown;
  };
  return { input: cut(typeof command === 'string' ? command : textOf(what)), diffs: [] };
}

function cut(text: string): Text {
  const shown = clipped(text, longestText);
  return { text: shown, more: text.length - shown.length };
}
