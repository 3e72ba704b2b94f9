import type { Steps } from './steps.ts';

/** A cause of a step, as every part of the page ranks it. */
export interface RankedCause {
  readonly step: number;
  /** Its link in the columns of edges; -1 where the story of the failure names it and no link was found. */
  readonly edge: number;
  /** The story of the failure names it as the culprit. */
  readonly isCulprit: boolean;
}

/** The causes of a step: of a failure its likely culprits first, then by confidence. */
export function rankedCauses(steps: Steps, step: number): readonly RankedCause[] {
  const culprits = culpritsOf(steps, step);
  const linked: RankedCause[] = [];
  for (let edge = steps.firstCause[step]!; edge < steps.firstCause[step + 1]!; edge++)
    linked.push({ step: steps.cause[edge]!, edge, isCulprit: culprits.includes(steps.cause[edge]!) });
  const named = culprits.map(
    (culprit) => linked.find((cause) => cause.step === culprit) ?? { step: culprit, edge: -1, isCulprit: true },
  );
  return [...named, ...linked.filter(({ isCulprit }) => !isCulprit)];
}

/** The likely culprits of a failed step, the likeliest first. */
export function culpritsOf({ stories, storyOf }: Steps, step: number): readonly number[] {
  const story = stories[storyOf[step]!];
  return story?.error === step ? story.culprit.filter((culprit) => culprit !== step) : [];
}
