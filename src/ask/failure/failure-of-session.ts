import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { ErrorKind } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import type { ErrorStory } from '../errors/errors.ts';
import { downstreamOf } from './aftermath.ts';
import type { Downstream } from './aftermath.ts';
import { chainOf } from './chain.ts';
import type { ChainLink } from './chain.ts';
import { costOf } from './cost.ts';
import type { FailureCost } from './cost.ts';
import { gather } from './gather.ts';
import type { Gathered } from './gather.ts';
import type { Places } from './places.ts';
import { stateOf } from './state.ts';
import type { FailureState } from './state.ts';
import { storiesOf, storyAnswers } from './stories.ts';
import type { Stories } from './stories.ts';

export interface SessionFailures {
  readonly of: 'session';
  readonly session: Session;
  /**
   * Most decisive first: not fixed at the end, then never verified, then by effort, then by the number of effects;
   * denied calls last.
   */
  readonly failures: readonly DecisiveFailure[];
  readonly total: number;
  readonly truncated: boolean;
  /** All failing calls of the session by kind, including those counted with others. */
  readonly kinds: Readonly<Record<ErrorKind, number>>;
  /** Sub-agents of the session in which something failed: their failures are in their own sessions. */
  readonly subagents: readonly { readonly uid: SessionUid; readonly errors: number }[];
}

export interface DecisiveFailure {
  readonly rank: number;
  /** The first of its kind. */
  readonly story: ErrorStory;
  /** How often it failed like this, that is with this fingerprint. */
  readonly times: number;
  /** The last of its kind; null when there is only one. */
  readonly last: ErrorStory | null;
  /** How the last of them ended. */
  readonly state: FailureState;
  readonly cost: FailureCost;
  readonly downstream: Downstream;
  /**
   * What is counted with it instead of separately: calls cancelled because of it, and answers of "nothing found"
   * that it led to.
   */
  readonly folded: { readonly cascade: number; readonly benign: number };
  /** From the first of its kind back to its root. */
  readonly chain: readonly ChainLink[];
}

/** What really went wrong in a session: its failures by how much they mattered. */
export async function failureOfSession(
  read: StoreReader,
  session: Session,
  { limit }: { readonly limit: number },
): Promise<SessionFailures> {
  const stories = await storiesOf(read, session);
  const gathered = gather(stories).map((each) => judged(each, stories.places));
  const kinds: Record<ErrorKind, number> = { real: 0, benign: 0, denied: 0, cascade: 0 };
  for (const { kind } of stories.all) kinds[kind] += 1;
  const ranked = await rank(read, gathered, stories, limit);
  const subagents = (await read.children(session.uid, mostSubagents)).filter(
    ({ parent, errors }) => parent?.relation === 'subagent' && errors > 0,
  );
  return {
    of: 'session',
    session,
    failures: await Promise.all(ranked.map((each, at) => describe(each, at + 1))),
    total: gathered.length,
    truncated: gathered.length > ranked.length,
    kinds,
    subagents: subagents.map(({ uid, errors }) => ({ uid, errors })),
  };

  async function describe(
    { stories: alike, cascades, state, cost, downstream, benign }: Ranked,
    place: number,
  ): Promise<DecisiveFailure> {
    const [story, last] = (await storyAnswers(read, alike.length > 1 ? [alike[0]!, alike.at(-1)!] : [alike[0]!])) as [
      ErrorStory,
      ErrorStory?,
    ];
    return {
      rank: place,
      story,
      times: alike.length,
      last: last ?? null,
      state,
      cost,
      downstream,
      folded: { cascade: cascades, benign: benign.length },
      chain: await chainOf(read, story.id, (step) => stories.culpritOf(step)),
    };
  }
}

const mostSubagents = 100;

interface Judged extends Gathered {
  readonly state: FailureState;
  readonly cost: FailureCost;
}

interface Ranked extends Judged {
  readonly downstream: Downstream;
  readonly benign: readonly EventId[];
}

function judged(each: Gathered, places: Places): Judged {
  return { ...each, state: stateOf(each.stories.at(-1)!, places), cost: costOf(each.stories, places) };
}

/** The first `limit`. What followed decides only between equals, so only for those it is looked up. */
async function rank(
  read: StoreReader,
  all: readonly Judged[],
  stories: Stories,
  limit: number,
): Promise<readonly Ranked[]> {
  const sorted = all.toSorted(byWeight);
  const cut = sorted[limit - 1];
  const ranked: Ranked[] = [];
  const folded = new Set<EventId>();
  for (const each of sorted
    .filter((other, at) => at < limit || (cut !== undefined && byWeight(other, cut) === 0))
    .slice(0, limit + mostEqual)) {
    const { reached, downstream } = await downstreamOf(read, each.stories[0]!.id, stories);
    const benign = reached
      .map(({ step }) => step.id)
      .filter((id) => stories.of(id)?.kind === 'benign' && !folded.has(id));
    for (const id of benign) folded.add(id);
    ranked.push({ ...each, downstream, benign });
  }
  return ranked
    .toSorted(
      (a, b) =>
        byWeight(a, b) || b.downstream.failures - a.downstream.failures || b.downstream.steps - a.downstream.steps,
    )
    .slice(0, limit);
}

const mostEqual = 100;

/** Negative when `a` comes first. */
function byWeight(a: Judged, b: Judged): number {
  return (
    orderOf(a) - orderOf(b) ||
    b.cost.calls - a.cost.calls ||
    (b.cost.minutes ?? 0) - (a.cost.minutes ?? 0) ||
    b.cost.attempts - a.cost.attempts
  );
}

/**
 * What was not solved at the end comes first, then what was never proven. A refusal is somebody's will, and comes
 * last.
 */
function orderOf({ state, stories }: Judged): number {
  if (stories[0]!.kind === 'denied') return 3;
  return state === 'open' ? 0 : state === 'unproven' ? 1 : 2;
}
