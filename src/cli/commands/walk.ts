import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import type { WalkOptions } from '../../ask/walk/walk.ts';
import type { Event } from '../../model/event.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Field } from '../../ask/question/field.ts';
import type { Positional } from '../line/command.ts';
import type { RenderContext } from '../render/render-context.ts';

/** What `why`, `impact` and `roots` have in common: they name an event and walk from it. */

export const eventArguments = [
  { name: 'session', summary: 'Where to look for the event; everywhere when absent', optional: true },
  { name: 'event', summary: 'Event id, tool-call id, or the beginning of one' },
] as const satisfies readonly Positional[];

export const depthFlag = {
  type: 'integer',
  min: 1,
  placeholder: 'N',
  summary: 'Not more than so many steps away',
} as const satisfies Field;

export const minConfidenceFlag = {
  type: 'number',
  min: 0,
  max: 1,
  placeholder: 'X',
  summary: 'Only along links at least as sure as this, from 0 to 1; 0.5 leaves guesses out',
} as const satisfies Field;

/** With --all; nobody reads further, and memory has an end. */
export const everyStep = 10_000;

export async function namedEvent(read: StoreReader, [first, second]: readonly string[]): Promise<Event> {
  if (second === undefined) return findEvent(read, first!);
  return findEvent(read, second, (await findSession(read, first)).uid);
}

interface WalkFlags {
  readonly limit: number | undefined;
  readonly depth: number | undefined;
  readonly 'min-confidence': number | undefined;
}

/** `limit` is what holds when nobody says anything. */
export function walkOptions(flags: WalkFlags, limit: number): WalkOptions {
  const { depth, 'min-confidence': minConfidence } = flags;
  if (minConfidence !== undefined && minConfidence > 1) {
    throw new StemmaError('bad-argument', `--min-confidence is ${minConfidence}.`, {
      hint: '--min-confidence takes a number from 0 to 1: nothing is surer than 1.',
    });
  }
  return {
    limit: flags.limit ?? limit,
    ...(depth === undefined ? {} : { depth }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
  };
}

/** The context for telling of a step: paths as seen from its session's folder. */
export async function contextOf(read: StoreReader, { session }: Event, context: RenderContext): Promise<RenderContext> {
  return { ...context, cwd: (await read.session(session))?.cwd ?? null };
}
