import { eventKey, type EventRef, type Key } from '../../model/ids.ts';
import type { ChainRow } from '../../store/store.ts';
import type { Copies } from '../keep/copies.ts';
import type { FoundStory } from './found-story.ts';

interface Mined {
  readonly copies: Pick<Copies, 'originals'>;
  readonly tree: Key;
  readonly stories: readonly FoundStory[];
}

/**
 * Stories as chains to store. A copied failure is the one it was copied from: a session that continues another may have
 * solved what failed there.
 */
export async function minedChains({ copies, tree, stories }: Mined): Promise<ChainRow[]> {
  if (stories.length === 0) return [];
  const originals = await copies.originals(
    stories.flatMap((story) => keysIn(story).map((key) => ({ session: story.session, key }))),
  );
  return stories.map(({ key, begunAt: _begunAt, ...story }): ChainRow => {
    const { session, culprit, verifiedBy, attempts } = story;
    const refOf = (step: string): EventRef => originals(session, step) ?? { tree, event: eventKey(session, step) };
    const original = originals(session, key);
    return {
      ...story,
      tree: original?.tree ?? tree,
      chain: original?.event ?? eventKey(session, key),
      session: original?.session ?? session,
      culprit: culprit.map(refOf),
      verifiedBy: verifiedBy === null ? null : refOf(verifiedBy),
      attempts: attempts.map(({ key: step, ...attempt }) => ({ ...attempt, id: refOf(step) })),
    };
  });
}

function keysIn({ key, culprit, attempts, verifiedBy }: FoundStory): readonly string[] {
  return [key, ...culprit, ...attempts.map((attempt) => attempt.key), ...(verifiedBy === null ? [] : [verifiedBy])];
}
