import { setImmediate } from 'node:timers/promises';
import { resolutionMinutes } from '../../model/chain.ts';
import { chainId, eventRef, type EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { OutlineChain, StoreReader } from '../../store/store.ts';
import type { SkeletonStory } from './answer.ts';
import type { Places } from './places.ts';

/** What failed in the steps of a session and how it went on, in the order of the failures. */
export async function storiesOf(
  read: StoreReader,
  { uid }: Session,
  places: Places,
): Promise<readonly SkeletonStory[]> {
  const stories: SkeletonStory[] = [];
  for (let after = 0; ;) {
    const chains = await read.outlineChains(uid, { after, limit: atOnce });
    for (const chain of chains) {
      const error = places.ofEvent({ event: chain.chain });
      if (error !== undefined) stories.push(toStory(chain, error, places));
    }
    if (chains.length < atOnce) return stories.toSorted((a, b) => a.error - b.error);
    after = chains.at(-1)!.chain;
    await setImmediate();
  }
}

const atOnce = 1_000;

/** A sub-agent's steps are not among these. */
function toStory(
  { tree, chain, kind, state, type, culprit, attempts, verifiedBy, at, resolvedAt }: OutlineChain,
  error: number,
  places: Places,
): SkeletonStory {
  const tried = (failed: boolean): readonly number[] =>
    attempts.flatMap(({ event, successful }) =>
      (successful === false) === failed ? (places.ofEvent({ event }) ?? []) : [],
    );
  return {
    chain: chainId({ tree, chain }),
    kind,
    state,
    type,
    error,
    culprit: culprit.flatMap((step) => placeOf(step, places) ?? []),
    attempts: tried(true),
    fix: tried(false),
    proof: verifiedBy === null ? null : (placeOf(verifiedBy, places) ?? null),
    minutes: resolutionMinutes(at, resolvedAt),
  };
}

function placeOf(id: EventId, places: Places): number | undefined {
  const ref = eventRef(id);
  return ref && places.ofEvent(ref);
}
