import type { Chain } from '../../model/chain.ts';
import { eventRef, type ChainId, type EventId, type SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import type { StepInStory } from '../errors/errors.ts';
import { isRetried, markedAttempts, otherArguments } from '../patterns/fix-marks.ts';
import { deadEnds, helpful, triedOf, type Fix } from '../patterns/fixes.ts';
import { becauseOf } from './because.ts';
import type { Ranked } from './rank.ts';

/** An earlier failure similar to the one in question. */
export interface Match {
  readonly chain: ChainId;
  readonly error_message: string;
  /** 0 to 1: how alike the failures are, whatever was done about it. */
  readonly similarity: number;
  /** What matches are ranked by; comparable within one answer. */
  readonly score: number;
  /** Why it matched and how it is ranked. */
  readonly why: readonly string[];
  /** The fix; otherwise the last attempt. */
  readonly action_taken: string | null;
  /** What helped. */
  readonly fix_action_taken: string | null;
  /** It passed when it was called again and nothing had been changed: no fix is known. */
  readonly retried: boolean;
  /** What it changed in a file, or what was entered; null where that is not known. */
  readonly code_changes: string | null;
  /** It was resolved. */
  readonly successful: boolean;
  /** The same check passed afterwards, in the step `verified_by`. */
  readonly verified: boolean;
  readonly verified_by: StepInStory | null;
  readonly resolution_time_minutes: number | null;
  readonly session: SessionUid | null;
  readonly source: string | null;
  readonly repo: string | null;
  readonly at: string | null;
  /** The failing step; null for a manual entry. */
  readonly step: EventId | null;
  /** The same in one line. */
  readonly failed_action: string | null;
  /** Occurrences of the same failure among the newest hundred, and their sessions. */
  readonly times: number;
  readonly sessions: number;
  /** Fixes of all of them that worked or may have, best first. */
  readonly fixes: readonly Fix[];
  /** Fixes that were tried repeatedly and never worked. */
  readonly dead_ends: readonly Fix[];
  /** The whole of it. */
  readonly story: Chain;
}

export async function toMatches(read: StoreReader, ranked: readonly Ranked[]): Promise<readonly Match[]> {
  const steps = await stepsOf(
    read,
    ranked.flatMap(({ chain }) => chain.verified_by ?? []),
  );
  return ranked.map(({ chain, how, score, fixes, times, sessions, ...rest }) => {
    const { error, attempts } = chain;
    const fix = attempts.find(({ id }) => id === chain.successful_fix_id);
    const last = fix ?? attempts.at(-1);
    return {
      chain: chain.id,
      error_message: error.message,
      similarity: rounded(how.similarity),
      score: rounded(score),
      why: becauseOf({ chain, how, score, fixes, times, sessions, ...rest }),
      action_taken: last?.action ?? null,
      fix_action_taken: isRetried(chain) ? null : (fix?.action ?? null),
      retried: isRetried(chain),
      code_changes: last?.code_changes ?? null,
      successful: chain.resolved,
      verified: chain.verified_by !== null,
      verified_by: (chain.verified_by && steps.get(chain.verified_by)) ?? null,
      resolution_time_minutes: chain.resolution_time_minutes,
      session: error.session,
      source: error.source,
      repo: error.repo,
      at: error.at,
      step: chain.basis !== 'manual' ? (error.id as EventId) : null,
      failed_action: error.action || null,
      times,
      sessions,
      fixes: helpful(fixes),
      dead_ends: deadEnds(fixes),
      story: chain,
    };
  });
}

/**
 * What fixed this very failure, where none of the fixes that are claimed for all failures like it did: what helps in
 * one project may have another name in the next.
 */
export function ownFix({ story, fix_action_taken: action, fixes }: Match): string | null {
  if (action === null) return null;
  // In one line it reads as what failed.
  if (action === story.error.action) return fixes.length === 0 ? otherArguments : null;
  const own = new Set(
    markedAttempts(triedOf(story)).flatMap(([{ successful }, marks]) => (successful === true ? marks : [])),
  );
  return fixes.some(({ marks }) => marks.some((mark) => own.has(mark))) ? null : action;
}

async function stepsOf(read: StoreReader, ids: readonly string[]): Promise<ReadonlyMap<string, StepInStory>> {
  const refs = ids.map((id) => eventRef(id)).filter((ref) => ref !== undefined);
  const events = refs.length === 0 ? [] : await read.eventsOf(refs);
  return new Map(
    events.map(({ id, native_id, summary }) => [id as string, { step: id as EventId, native_id, summary }]),
  );
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
