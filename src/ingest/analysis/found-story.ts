import { retryMark } from '../../memory/errors/marks.ts';
import { errorTypeOf } from '../../memory/errors/failures/error-type.ts';
import type { SessionUid } from '../../model/ids.ts';
import { clean } from '../../normalise/text/clean.ts';
import type { AttemptRow, ChainRow } from '../../store/store.ts';
import type { SessionStory } from './session-stories.ts';

/** A story as it is stored, but for the places of its steps: they are named by the keys of their records. */
export interface FoundStory extends Omit<ChainRow, 'tree' | 'chain' | 'culprit' | 'verifiedBy' | 'attempts'> {
  readonly session: SessionUid;
  /** The step that failed. */
  readonly key: string;
  /** The place in its batch of the event that showed the failure, when the story begins there. */
  readonly begunAt: number | undefined;
  readonly culprit: readonly string[];
  readonly verifiedBy: string | null;
  readonly attempts: readonly FoundAttempt[];
}

interface FoundAttempt extends Omit<AttemptRow, 'id'> {
  readonly key: string;
}

export function foundStory({ session, story, calls, begunAt }: SessionStory): FoundStory {
  // Where a call went first matters where the fix was to go elsewhere; else it only gets in the way of comparing.
  const failedIn = calls.get(story.key)?.folder ?? null;
  const isElsewhere = story.how === 'call' && story.fix.some((key) => (calls.get(key)?.folder ?? null) !== failedIn);
  const actionOf = (key: string): string => {
    const { summary = '', folder = null } = calls.get(key) ?? {};
    const isNamed = isElsewhere || (folder !== failedIn && story.fix.includes(key) && story.how === 'change');
    return isNamed && folder !== null ? clean(summary.replace(/(?<= )/, `cd ${folder} && `)) : summary;
  };
  const attempt = (key: string, successful: boolean | null): FoundAttempt => {
    const { marks = [], at = null } = calls.get(key) ?? {};
    return { key, action: actionOf(key), codeChanges: null, successful, marks, at };
  };
  const tried = [
    ...story.attempts.map((key) => attempt(key, false)),
    ...story.fix.map((key) => {
      const made = attempt(key, story.verifiedBy === null ? null : true);
      return story.how === 'retry' ? { ...made, marks: [retryMark] } : made;
    }),
  ];
  return {
    session,
    key: story.key,
    begunAt,
    basis: 'mined',
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
    verifiedBy: story.verifiedBy,
    culprit: story.culprit,
    // Without times they stay in the order attempts, then fix.
    attempts: tried.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)),
  };
}
