import type { ErrorKind } from '../../model/words.ts';
import { redact } from '../../platform/redact.ts';
import { pursueCheck } from './attempts/check-pursuit.ts';
import { complaintOf } from './failures/complaint.ts';
import type { Complaint } from './failures/complaint.ts';
import { culpritsOf } from './culprit.ts';
import { deedOf } from './steps/deed.ts';
import type { Deed } from './steps/deed.ts';
import { pursueEdit } from './attempts/edit-pursuit.ts';
import { failedChecks } from './failures/failed-checks.ts';
import { fingerprintOf } from './fingerprint.ts';
import { kindOf } from './failures/kind.ts';
import { pursueLook } from './attempts/look-pursuit.ts';
import { namedFiles } from './failures/named-files.ts';
import { problemsIn } from './failures/problems.ts';
import type { Failed, Pursuit } from './attempts/pursuit.ts';
import type { CallFacts, StepFacts } from './steps/step-facts.ts';
import type { ErrorStory } from './story.ts';
import { pursueCall } from './attempts/tool-pursuit.ts';

export type { CallFacts, PromptFacts, StepFacts, Ending } from './steps/step-facts.ts';
export type { ErrorStory } from './story.ts';

/**
 * Tells the failures of one session as stories. Takes its steps one at a time, so it works on a session that still
 * runs.
 */
export interface ErrorStories {
  step(facts: StepFacts): void;
  /** Stories that nothing can change any more, in the order in which they failed; each is given once. */
  take(): readonly ErrorStory[];
  /** Those that may still be told on, as they stand. */
  open(): readonly ErrorStory[];
}

/** A story that nobody could end for so many calls is not told on. */
const sight = 200;
/** Calls remembered for the question whose doing it was. */
const remembered = 300;
/** Of all that one output complained of. */
const mostAlso = 8;

export function createErrorStories(): ErrorStories {
  const past: Deed[] = [];
  let stories: Story[] = [];
  let calls = 0;

  return {
    step(facts) {
      if (facts.is === 'prompt') return;
      calls++;
      const deed = deedOf(facts);
      const complaint = complaintOf(facts.reason, facts.output);
      const beside = facts.message === null ? [] : past.slice(-40).filter(({ message }) => message === facts.message);
      const kind = kindOf(facts, deed, complaint, beside);
      const failed = kind === undefined || kind === 'benign' ? null : failedOf(facts, deed, complaint);
      for (const story of stories) {
        if (story.over || (facts.message !== null && story.message === facts.message)) continue;
        story.pursuit?.follow(deed, failed);
        if (story.pursuit?.over || calls - story.since >= sight) story.over = true;
      }
      if (kind !== undefined) stories.push(begin(facts, deed, kind, failed, beside));
      past.push(deed);
      if (past.length > remembered) past.shift();
    },
    take() {
      const ended: Story[] = [];
      while (stories[ended.length]?.over) ended.push(stories[ended.length]!);
      stories = stories.slice(ended.length);
      return ended.map((story) => tell(story));
    },
    open: () => stories.map((story) => tell(story)),
  };

  function begin(facts: CallFacts, deed: Deed, kind: ErrorKind, failed: Failed | null, beside: readonly Deed[]): Story {
    const message = facts.reason || (kind === 'benign' ? 'nothing found' : `${facts.tool} failed`);
    return {
      key: facts.key,
      at: facts.at,
      kind,
      isProbe:
        failed?.complaint === 'unknown-command' &&
        deed.commands.some(({ check, verb, words }) => check === null && verb === null && words[0] !== facts.tool),
      fingerprint: fingerprintOf(message),
      also: facts.complaints
        .slice(0, mostAlso + 1)
        .map(withoutSecrets)
        .map(fingerprintOf)
        .filter((each) => each !== fingerprintOf(message))
        .slice(0, mostAlso),
      text: message,
      message: facts.message,
      culprit: failed === null || facts.isCopy ? [] : blame(facts, kind, failed, beside),
      pursuit: failed === null ? null : pursuitOf(kind, failed),
      since: calls,
      over: failed === null,
    };
  }

  function blame(facts: CallFacts, kind: ErrorKind, failed: Failed, beside: readonly Deed[]): readonly string[] {
    if (kind === 'denied') return [facts.key];
    if (kind === 'cascade')
      return [
        (beside.find(({ ended }) => ended !== 'ok') ?? past.findLast(({ ended }) => ended !== 'ok'))?.key ?? facts.key,
      ];
    return culpritsOf(failed, { past, output: facts.output, complaints: facts.complaints });
  }
}

/** Before it is cut to a fingerprint: half a key is still a key, and not recognised any more. */
function withoutSecrets(line: string): string {
  return redact(line.slice(0, longestLine));
}

/** Enough that no key which begins in what a fingerprint reads is cut. */
const longestLine = 1000;

interface Story {
  readonly key: string;
  readonly at: number | null;
  readonly kind: ErrorKind;
  /** It asked for a command that may not exist: when nobody tries again, that was an answer. */
  readonly isProbe: boolean;
  readonly fingerprint: string;
  readonly also: readonly string[];
  readonly text: string;
  readonly message: string | null;
  readonly culprit: readonly string[];
  readonly pursuit: Pursuit | null;
  /** Counted in calls. */
  readonly since: number;
  over: boolean;
}

function failedOf({ output, complaints }: CallFacts, deed: Deed, complaint: Complaint): Failed {
  const isHook = deed.commands.some(({ verb }) => verb === 'commit' || verb === 'push' || verb === 'merge');
  return {
    deed,
    complaint,
    files: namedFiles(output, complaints),
    problems: problemsIn(output, complaints),
    checks: isHook ? failedChecks(output) : new Set(),
  };
}

function pursuitOf(kind: ErrorKind, failed: Failed): Pursuit {
  const { deed, complaint } = failed;
  if (deed.edits.some(({ blind }) => !blind) && deed.commands.every(({ check }) => check === null))
    return pursueEdit(failed);
  if (deed.commands.length === 0) return deed.looks.length > 0 ? pursueLook(failed) : pursueCall(failed);
  const isOwnFault = complaint === 'mistyped' || complaint === 'unknown-command' || complaint === 'timed-out';
  return kind !== 'real' || isOwnFault ? pursueCall(failed) : pursueCheck(failed);
}

function tell({ key, at, kind, isProbe, fingerprint, also, text, culprit, pursuit, over }: Story): ErrorStory {
  const { fix = [], attempts = [], proof = null } = pursuit ?? {};
  const isAnswer = kind === 'real' && isProbe && fix.length === 0 && attempts.length === 0;
  return {
    key,
    at,
    kind: isAnswer ? 'benign' : kind,
    fingerprint,
    message: text,
    also: [...new Set(also)],
    culprit: isAnswer ? [] : culprit,
    attempts: [...new Set(attempts)].filter((each) => !fix.includes(each)),
    fix: [...new Set(fix)],
    verifiedBy: proof?.key ?? null,
    resolvedAt: proof?.at ?? null,
    open: !over,
  };
}
