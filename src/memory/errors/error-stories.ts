import type { DetectedBy, ErrorKind } from '../../model/words.ts';
import { redact } from '../../platform/redact.ts';
import { trackRun } from './attempts/track-run.ts';
import { failureClassOf } from './failures/failure-class.ts';
import { failedActionOf } from './failures/failed-action.ts';
import { culpritsOf } from './culprit.ts';
import { actionOf } from './steps/action.ts';
import type { Action } from './steps/action.ts';
import { trackEdit } from './attempts/track-edit.ts';
import { fingerprintOf } from './fingerprint.ts';
import { emptyAnswer, errorKindOf } from './failures/error-kind.ts';
import { trackLook } from './attempts/track-look.ts';
import type { FailedAction, FixTracker } from './attempts/fix-tracker.ts';
import type { FinishedCall } from './steps/finished-call.ts';
import type { ErrorStory } from './error-story.ts';
import { trackCall } from './attempts/track-call.ts';
import { trackOutside } from './attempts/track-outside.ts';
import { choosing } from './fixes/chosen-fix.ts';
import { fixChoice, type FixChoice } from './fixes/fix-weights.ts';
import { InnerFailures } from './failures/inner-failures.ts';

export type { FinishedCall } from './steps/finished-call.ts';
export type { ErrorStory } from './error-story.ts';

/**
 * Follows the failures of one session. It takes finished calls one at a time, so it works on a session that is still
 * running.
 */
export interface ErrorStories {
  add(call: FinishedCall): void;
  /** Stories that nothing can change any more, in the order in which they failed; each is returned once. */
  take(): readonly ErrorStory[];
  /** Those that may still change, as they stand. */
  open(): readonly ErrorStory[];
  /** For `createErrorStories`; undefined where it was not kept, or cannot be. */
  state(): StoriesState | undefined;
}

/** The last calls, from which everything that still matters follows. */
export interface StoriesState {
  readonly calls: readonly FinishedCall[];
  /** Of all calls of the session. */
  readonly count: number;
  /** The stories that were not taken yet: the number of the call that began each, and what was to blame. */
  readonly open: readonly { readonly since: number; readonly culprit: readonly string[] }[];
}

/** A story that did not end within this many calls is not followed any further. */
const maxCallsOpen = 200;
/** Calls that may be the culprit of a failure. */
const remembered = 300;

/** `keep`: keep what `state` needs, or go on from what it gave. */
export function createErrorStories(choice = fixChoice(), keep: boolean | StoriesState = false): ErrorStories {
  const past: Action[] = [];
  let stories: Story[] = [];
  const innerFailures = new InnerFailures();
  let calls = 0;
  let kept: FinishedCall[] | undefined = keep === false ? undefined : [];
  if (typeof keep === 'object') replay(keep);

  return {
    add(call) {
      // What passes on failures inside it depends on calls of any age; only programs record such calls.
      if (call.causes !== undefined) kept = undefined;
      kept?.push(call);
      if (kept !== undefined && kept.length > 2 * (remembered + maxCallsOpen)) kept = kept.slice(-maxKept());
      follow(call, actionOf(call));
    },
    take() {
      const ended: Story[] = [];
      while (stories[ended.length]?.over) ended.push(stories[ended.length]!);
      stories = stories.slice(ended.length);
      return ended.map((story) => asStory(story));
    },
    open: () => stories.map((story) => asStory(story)),
    state: () =>
      kept && {
        calls: kept.slice(-maxKept()),
        count: calls,
        open: stories.map(({ since, culprit }) => ({ since, culprit })),
      },
  };

  /** Calls before the oldest story that still matters are only candidates for what is to blame. */
  function maxKept(): number {
    return remembered + Math.max(0, calls - (stories[0]?.since ?? calls) + 2);
  }

  /** Begins and follows the stories that were open again; of others only the calls are remembered. */
  function replay({ calls: last, count, open }: StoriesState): void {
    const began = new Map(open.map(({ since, culprit }) => [since, culprit]));
    calls = count - last.length;
    for (const call of last) {
      kept?.push(call);
      const action = actionOf(call);
      const culprit = began.get(calls + 1);
      if (stories.length > 0 || culprit) follow(call, action, culprit ?? 'no story');
      else {
        calls++;
        remember(action);
      }
    }
  }

  /** `known`: what is to blame, when that is known, or that this call began none that still matters. */
  function follow(call: FinishedCall, action: Action, known?: readonly string[] | 'no story'): void {
    calls++;
    const hasFailed = call.ended !== 'ok' && call.ended !== 'answered';
    const failureClass = hasFailed ? failureClassOf(call.reason, call.output) : 'other';
    const siblings =
      !hasFailed || call.message === null ? [] : past.slice(-40).filter(({ message }) => message === call.message);
    const inner = innerFailures.of(call);
    const kind = inner === undefined ? errorKindOf(call, action, failureClass, siblings) : 'cascade';
    const failed = kind === undefined || kind === 'benign' ? null : failedActionOf(call, action, failureClass);
    for (const story of stories) {
      if (story.over || (call.message !== null && story.message === call.message)) continue;
      // What was refused or cancelled did not run, and shows nothing.
      story.tracker?.follow(action, kind === 'real' ? failed : null);
      if (story.tracker?.over || calls - story.since >= maxCallsOpen) story.over = true;
    }
    if (kind !== undefined && known !== 'no story')
      stories.push(begin(call, action, { kind, failed, siblings, inner }, known));
    if (failed !== null) innerFailures.add(call);
    remember(action);
  }

  function remember(action: Action): void {
    past.push(action);
    if (past.length > remembered) past.shift();
  }

  function begin(call: FinishedCall, action: Action, found: Found, known?: readonly string[]): Story {
    const { kind, failed } = found;
    const message = call.reason || (kind === 'benign' ? emptyAnswer(call) : `${call.tool} failed`);
    const fingerprint = fingerprintOf(message);
    const lines = call.keyLines.map(withoutSecrets);
    return {
      key: call.key,
      at: call.at,
      kind,
      isProbe:
        failed?.failureClass === 'unknown-command' &&
        action.commands.some(({ check, verb, words }) => check === null && verb === null && words[0] !== call.tool),
      fingerprint,
      detectedBy: call.detectedBy,
      isRetried: call.isOutside === true && isTriedAgain.test(call.reason),
      lines,
      also: [...new Set(lines.map(fingerprintOf))].filter((each) => each !== fingerprint),
      text: message,
      message: call.message,
      culprit: known ?? (failed === null ? [] : blame(call, failed, found)),
      tracker: failed === null ? null : call.isOutside ? trackOutside(call, past) : trackerOf(kind, failed, choice),
      since: calls,
      over: failed === null,
    };
  }

  function blame(call: FinishedCall, failed: FailedAction, { kind, siblings, inner }: Found): readonly string[] {
    if (inner !== undefined) return [inner];
    if (call.isOutside) return call.causes ?? [];
    if (kind === 'denied') return [call.key];
    if (kind === 'cascade')
      return [
        (siblings.find(({ ended }) => ended !== 'ok') ?? past.findLast(({ ended }) => ended !== 'ok'))?.key ?? call.key,
      ];
    return culpritsOf(failed, { past, output: call.output, errorLines: call.errorLines });
  }
}

/** What is known about a failure when it happens. */
interface Found {
  readonly kind: ErrorKind;
  readonly failed: FailedAction | null;
  readonly siblings: readonly Action[];
  /** The failure inside it that it passed on. */
  readonly inner: string | undefined;
}

/** Redacted before it is cut to a fingerprint: half a key is still a key, and is not recognised any more. */
function withoutSecrets(line: string): string {
  return redact(line.slice(0, longestLine));
}

/** `API error 529, attempt 1 of 10: Overloaded`. */
const isTriedAgain = /\battempt \d+ of \d+\b/;

/** Enough that no key which begins in what a fingerprint reads is cut. */
const longestLine = 1000;

interface Story {
  readonly key: string;
  readonly at: number | null;
  readonly kind: ErrorKind;
  /** It tried a command that may not exist: when nobody tries again, the failure was an answer. */
  readonly isProbe: boolean;
  /** The agent tries again by itself: when that worked, nobody had to deal with it. */
  readonly isRetried: boolean;
  readonly fingerprint: string;
  readonly detectedBy: DetectedBy | null;
  readonly lines: readonly string[];
  readonly also: readonly string[];
  readonly text: string;
  readonly message: string | null;
  readonly culprit: readonly string[];
  readonly tracker: FixTracker | null;
  /** Counted in calls. */
  readonly since: number;
  over: boolean;
}

function trackerOf(kind: ErrorKind, failed: FailedAction, choice: FixChoice): FixTracker {
  const tracker = proposing(kind, failed);
  return kind === 'real' ? choosing(tracker, failed, choice) : tracker;
}

function proposing(kind: ErrorKind, failed: FailedAction): FixTracker {
  const { action } = failed;
  if (action.edits.some(({ blind }) => !blind) && !action.hasWritten) return trackEdit(failed);
  if (action.commands.length === 0) return action.looks.length > 0 ? trackLook(failed) : trackCall(failed);
  return kind === 'real' ? trackRun(failed) : trackCall(failed);
}

function asStory({
  key,
  at,
  kind,
  isProbe,
  isRetried,
  detectedBy,
  fingerprint,
  lines,
  also,
  text,
  culprit,
  tracker,
  over,
}: Story): ErrorStory {
  const { fix = [], how = null, attempts = [], proof = null } = tracker ?? {};
  const isAnswer =
    kind === 'real' && ((isProbe && fix.length === 0 && attempts.length === 0) || (isRetried && proof !== null));
  return {
    key,
    at,
    kind: isAnswer ? 'benign' : kind,
    fingerprint,
    message: text,
    detectedBy,
    lines,
    also,
    culprit: isAnswer ? [] : culprit,
    attempts: [...new Set(attempts)].filter((each) => !fix.includes(each)),
    fix: [...new Set(fix)],
    how,
    verifiedBy: proof?.key ?? null,
    resolvedAt: proof?.at ?? null,
    open: !over,
  };
}
