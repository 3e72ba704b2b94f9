import { retryMark } from '../../memory/errors/marks.ts';
import { errorTypeOf } from '../../memory/errors/failures/error-type.ts';
import { eventKey, type EventRef, type Key } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import type { AttemptRow, ChainRow } from '../../store/store.ts';
import type { Copies } from '../keep/copies.ts';
import type { SessionStory } from './session-stories.ts';

interface Mined {
  readonly copies: Pick<Copies, 'originals'>;
  readonly tree: Key;
  readonly stories: readonly SessionStory[];
}

/**
 * Stories as chains to store. A copied failure is the one it was copied from: a session that continues another may have
 * solved what failed there.
 */
export async function minedChains({ copies, tree, stories }: Mined): Promise<ChainRow[]> {
  if (stories.length === 0) return [];
  const originals = await copies.originals(
    stories.flatMap(({ session, story }) => keysIn(story).map((key) => ({ session, key }))),
  );
  return stories.map(({ session, story, calls }): ChainRow => {
    const refOf = (key: string): EventRef => originals(session, key) ?? { tree, event: eventKey(session, key) };
    const original = originals(session, story.key);
    // Where a call went first matters where the fix was to go elsewhere; else it only gets in the way of comparing.
    const failedIn = calls.get(story.key)?.folder ?? null;
    const isElsewhere = story.how === 'call' && story.fix.some((key) => (calls.get(key)?.folder ?? null) !== failedIn);
    const actionOf = (key: string): string => {
      const { summary = '', folder = null } = calls.get(key) ?? {};
      const isNamed = isElsewhere || (folder !== failedIn && story.fix.includes(key) && story.how === 'change');
      return isNamed && folder !== null ? clean(summary.replace(/(?<= )/, `cd ${folder} && `)) : summary;
    };
    const attempt = (key: string, successful: boolean | null): AttemptRow => {
      const { marks = [], at = null } = calls.get(key) ?? {};
      return { id: refOf(key), action: actionOf(key), codeChanges: null, successful, marks, at };
    };
    const tried = [
      ...story.attempts.map((key) => attempt(key, false)),
      ...story.fix.map((key) => {
        const made = attempt(key, story.verifiedBy === null ? null : true);
        return story.how === 'retry' ? { ...made, marks: [retryMark] } : made;
      }),
    ];
    return {
      tree: original?.tree ?? tree,
      chain: original?.event ?? eventKey(session, story.key),
      basis: 'mined',
      session: original?.session ?? session,
      kind: story.kind,
      type: errorTypeOf(story.message),
      message: story.message,
      fingerprint: story.fingerprint,
      lines: [...new Set(story.lines.map(clean))],
      also: [...new Set(story.also.map(clean))],
      detectedBy: story.detectedBy,
      action: actionOf(story.key),
      marks: calls.get(story.key)?.marks ?? [],
      context: null,
      at: story.at,
      state: story.verifiedBy !== null ? 'resolved' : story.fix.length > 0 ? 'unverified' : 'open',
      resolvedAt: story.resolvedAt,
      verifiedBy: story.verifiedBy === null ? null : refOf(story.verifiedBy),
      culprit: story.culprit.map(refOf),
      // Without times they stay in the order attempts, then fix.
      attempts: tried.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
    };
  });
}

function keysIn({ key, culprit, attempts, fix, verifiedBy }: SessionStory['story']): readonly string[] {
  return [key, ...culprit, ...attempts, ...fix, ...(verifiedBy === null ? [] : [verifiedBy])];
}
