import { SessionStories } from '../src/ingest/analysis/session-stories.ts';
import { createErrorStories, type ErrorStory } from '../src/memory/errors/error-stories.ts';
import { fixSignals } from '../src/memory/errors/fixes/fix-signals.ts';
import { fixChoice, type FixChoice, type FixWeights } from '../src/memory/errors/fixes/fix-weights.ts';
import type { EventFacts } from '../src/model/event-facts.ts';
import type { AnsweredError, Answers } from './answers.ts';
import type { Labelled } from './labels.ts';
import { minimise } from './minimise.ts';
import { readFacts } from './session-steps.ts';

/** A step after a failure that both a person and stemma call real. */
export interface FixCase {
  readonly labelled: Labelled;
  readonly failed: string;
  readonly signals: Float64Array;
  readonly isFix: boolean;
}

/** What stemma says about the failures of a session, without an archive. */
export function storiesOf({ file }: Labelled, choice?: FixChoice): Answers['errors'] {
  const { facts, names } = readFacts(file);
  const errors = new Map<string, AnsweredError>();
  for (const story of follow(facts, choice)) {
    const id = names.of(story.key);
    if (id === null) continue;
    const before = errors.get(id);
    const ids = (keys: readonly string[]): (string | null)[] => keys.map((key) => names.of(key));
    errors.set(id, {
      kind: before?.kind === 'real' ? 'real' : story.kind,
      culprit: [...(before?.culprit ?? []), ...ids(story.culprit)],
      fix: [...(before?.fix ?? []), ...ids(story.fix)],
      verified: before?.verified ?? (story.verifiedBy === null ? null : names.of(story.verifiedBy)),
      line: before?.line ?? story.message,
    });
  }
  return errors;
}

/** The last state of every story. They are taken in pieces, as in ingest: of many sessions in a file only some stay in memory. */
function follow(facts: readonly EventFacts[], choice: FixChoice | undefined): Iterable<ErrorStory> {
  const stories = new SessionStories(() => createErrorStories(choice));
  const last = new Map<string, ErrorStory>();
  const take = (): void => {
    for (const { session, story } of stories.take()) last.set(`${session} ${story.key}`, story);
  };
  for (const [at, each] of facts.entries()) {
    stories.add(each);
    if (at % piece === 0) take();
  }
  take();
  return last.values();
}
const piece = 200;

export function fixCasesOf(labelled: Labelled): readonly FixCase[] {
  const { facts, names } = readFacts(labelled.file);
  const seen = new Map<string, { readonly failed: string; readonly step: string; readonly signals: Float64Array }>();
  const watching: FixChoice = {
    threshold: 0,
    isAskedAboutAll: true,
    chance: (failed, step, signals) => {
      seen.set(`${failed} ${step}`, { failed, step, signals });
      return 1;
    },
  };
  follow(facts, watching);
  return [...seen.values()].flatMap(({ failed, step, signals }) => {
    const id = names.of(failed);
    const label = id === null ? undefined : labelled.errors.get(id);
    const stepId = names.of(step);
    if (label?.kind !== 'real' || stepId === null || !labelled.read.has(stepId)) return [];
    return [{ labelled, failed: id!, signals, isFix: label.fix.includes(stepId) }];
  });
}

/** Keeps weights small. */
const ridge = 3;

/** Logistic regression. The threshold was chosen once, on repositories left out (docs/decisions/040). */
export function fitFixes(cases: readonly FixCase[], threshold = 0.3): FixWeights {
  const size = fixSignals.length + 1;
  const weights = minimise(
    size,
    (at, gradient) => {
      let loss = 0;
      for (const { signals, isFix } of cases) {
        let odds = at[0]!;
        for (let index = 1; index < size; index++) odds += at[index]! * signals[index - 1]!;
        const chance = 1 / (1 + Math.exp(-odds));
        loss -= Math.log(Math.max(1e-12, isFix ? chance : 1 - chance));
        const error = chance - (isFix ? 1 : 0);
        gradient[0]! += error;
        for (let index = 1; index < size; index++) gradient[index]! += error * signals[index - 1]!;
      }
      for (let index = 1; index < size; index++) {
        loss += (ridge / 2) * at[index]! ** 2;
        gradient[index]! += ridge * at[index]!;
      }
      return loss;
    },
    200,
  );
  const rounded = Array.from(weights, (weight) => Math.round(weight * 1000) / 1000);
  return {
    fitted: {
      sessions: new Set(cases.map(({ labelled }) => labelled.name)).size,
      failures: new Set(cases.map(({ labelled, failed }) => `${labelled.name} ${failed}`)).size,
    },
    threshold,
    base: rounded[0]!,
    signals: Object.fromEntries(fixSignals.map((name, index) => [name, rounded[index + 1]!])),
  };
}

/** Stories of every session, each repository with weights fitted on the others. */
export function storiesLeftOut(labels: readonly Labelled[]): ReadonlyMap<Labelled, Answers['errors']> {
  const cases = labels.flatMap(fixCasesOf);
  return new Map(
    [...Map.groupBy(labels, ({ repository }) => repository)].flatMap(([repository, own]) => {
      const choice = fixChoice(fitFixes(cases.filter(({ labelled }) => labelled.repository !== repository)));
      return own.map((labelled) => [labelled, storiesOf(labelled, choice)] as const);
    }),
  );
}
