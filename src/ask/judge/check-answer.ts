import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { JudgedCall, JudgedOutcome, JudgedStory } from '../../model/judgement.ts';
import { errorKinds, outcomes, type EdgeType, type ErrorKind, type Outcome } from '../../model/words.ts';
import { clean } from '../../normalise/text/clean.ts';
import { cut, flat } from '../../normalise/text/one-line.ts';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import { jsonIn } from './json-in.ts';

/** What is usable of one answer, and how much of it was not. */
export interface CheckedAnswer {
  readonly calls: readonly JudgedCall[];
  readonly stories: readonly JudgedStory[];
  readonly outcome: JudgedOutcome | null;
  readonly dropped: Dropped;
}

/** Parts of an answer that were left out. */
export interface Dropped {
  /** Names of steps that do not exist, or of prompts where a call is wanted. */
  readonly unknown_steps: number;
  /** Causes that come after their effect, fixes that come before their failure. */
  readonly wrong_order: number;
  /** Parts of another form than was asked for, and causes beyond the fifth. */
  readonly malformed: number;
}

type Steps = ReadonlyMap<string, Event>;

const mostCauses = 5;
const mostSteps = 20;
const longestMessage = 300;
const longestReason = 240;

const causeTypes: Readonly<Record<string, EdgeType>> = {
  asked: 'asked',
  informed: 'informed',
  reacted: 'reacted',
  retried: 'retried',
  verifies: 'verifies',
};

/** Checks the answer of a judge against the steps of the session. Undefined when it holds no JSON of that form. */
export function checkAnswer(text: string, steps: Steps): CheckedAnswer | undefined {
  const answer = jsonIn(text, (found) => 'causes' in found || 'errors' in found || 'outcome' in found);
  if (!answer) return undefined;
  const check = new Check(steps);
  return {
    calls: check.calls(answer['causes']),
    stories: check.stories(answer['errors']),
    outcome: check.outcome(answer['outcome']),
    dropped: check.dropped,
  };
}

/** The answers about the windows of one session as one. */
export function mergeAnswers(answers: readonly CheckedAnswer[]): CheckedAnswer {
  const calls = new Map<EventId, JudgedCall>();
  const stories = new Map<EventId, JudgedStory>();
  const sum = { unknown_steps: 0, wrong_order: 0, malformed: 0 };
  for (const answer of answers) {
    // Steps that a window shows again were judged in the window before, which showed what preceded them.
    for (const call of answer.calls) if (!calls.has(call.step)) calls.set(call.step, call);
    for (const story of answer.stories) {
      const before = stories.get(story.step);
      if (before === undefined || knowledgeOf(story) > knowledgeOf(before)) stories.set(story.step, story);
    }
    for (const reason of Object.keys(sum) as (keyof Dropped)[]) sum[reason] += answer.dropped[reason];
  }
  return {
    calls: [...calls.values()],
    stories: [...stories.values()],
    outcome: answers.findLast(({ outcome }) => outcome !== null)?.outcome ?? null,
    dropped: sum,
  };
}

/** A later window may have seen the end of a story. */
function knowledgeOf({ fix, verified_by, attempts }: JudgedStory): number {
  return (verified_by === null ? 0 : 100) + (fix.length > 0 ? 50 : 0) + Math.min(attempts.length, 20);
}

class Check {
  readonly #steps: Steps;
  readonly dropped = { unknown_steps: 0, wrong_order: 0, malformed: 0 };

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  calls(value: unknown): readonly JudgedCall[] {
    return this.#entries(value).flatMap(([name, causes]) => {
      const effect = this.#call(name);
      if (effect === undefined) return [];
      if (!Array.isArray(causes)) return this.#drop('malformed');
      const found = new Map<EventId, JudgedCall['causes'][number]>();
      for (const each of causes as readonly unknown[]) {
        const cause = this.#cause(each, effect);
        if (cause === undefined || found.has(cause.step)) continue;
        if (found.size === mostCauses) this.#drop('malformed');
        else found.set(cause.step, cause);
      }
      return [{ step: effect.id, causes: [...found.values()] }];
    });
  }

  stories(value: unknown): readonly JudgedStory[] {
    return this.#entries(value).flatMap(([name, story]) => {
      const failed = this.#call(name);
      if (failed === undefined) return [];
      const kind = isObject(story) && errorKinds.find((each) => each === story['kind']);
      if (!isObject(story) || !kind) return this.#drop('malformed');
      return [this.#story(failed, kind, story)];
    });
  }

  outcome(value: unknown): JudgedOutcome | null {
    if (value === undefined || value === null) return null;
    const [what, why] = isObject(value) ? [value['what'], value['why'] ?? value['reason']] : [value, ''];
    const known = outcomes.find((each) => each === what);
    if (known === undefined) {
      this.dropped.malformed++;
      return null;
    }
    return { what: known satisfies Outcome, reason: line(why, longestReason) };
  }

  #story(failed: Event, kind: ErrorKind, story: JsonObject): JudgedStory {
    const later = (field: string): readonly EventId[] =>
      this.#named(story[field]).flatMap((step) => (step.seq > failed.seq ? [step.id] : this.#drop('wrong_order')));
    const verified = story['verified'];
    const proof = verified === null || verified === undefined ? [] : later('verified');
    const fix = later('fix');
    return {
      step: failed.id,
      kind,
      message: line(story['signature'], longestMessage),
      culprit: this.#named(story['culprit']).flatMap((step) =>
        step.seq <= failed.seq ? [step.id] : this.#drop('wrong_order'),
      ),
      attempts: later('attempts').filter((step) => !fix.includes(step)),
      fix,
      verified_by: proof[0] ?? null,
    };
  }

  /** `["C7", "reacted"]`, also `"C7"` and `{"step": "C7", "type": "reacted"}`. */
  #cause(value: unknown, effect: Event): JudgedCall['causes'][number] | undefined {
    const [name, type] = Array.isArray(value)
      ? (value as readonly unknown[])
      : isObject(value)
        ? [value['step'], value['type']]
        : [value, 'informed'];
    const step = this.#step(name);
    if (step === undefined) return undefined;
    const known = typeof type === 'string' ? causeTypes[type] : undefined;
    if (known === undefined) this.dropped.malformed++;
    else if (step.seq >= effect.seq) this.dropped.wrong_order++;
    else return { step: step.id, type: known };
    return undefined;
  }

  #entries(value: unknown): readonly (readonly [string, unknown])[] {
    if (value === undefined || value === null) return [];
    if (isObject(value)) return Object.entries(value);
    return this.#drop('malformed');
  }

  /** A list of names, or one. */
  #named(value: unknown): readonly Event[] {
    if (value === undefined || value === null) return [];
    const names: readonly unknown[] = Array.isArray(value) ? value : [value];
    const steps = names.slice(0, mostSteps).map((name) => this.#step(name));
    return [...new Set(steps.filter((step) => step !== undefined))];
  }

  #call(name: string): Event | undefined {
    const step = this.#step(name);
    if (step === undefined || step.tool !== null) return step;
    this.dropped.unknown_steps++;
    return undefined;
  }

  #step(name: unknown): Event | undefined {
    const step = typeof name === 'string' ? this.#steps.get(name.trim().toUpperCase()) : undefined;
    if (step === undefined) this.dropped.unknown_steps++;
    return step;
  }

  #drop(reason: keyof Dropped): never[] {
    this.dropped[reason]++;
    return [];
  }
}

/** On one line, without secrets: what a model writes is no safer than what it read. */
function line(value: unknown, longest: number): string {
  return typeof value === 'string' ? cut(flat(clean(value.trim()), longest), longest) : '';
}
