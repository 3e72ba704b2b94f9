import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';
import type { ErrorStory } from '../errors/errors.ts';
import type { ImpactEffect } from '../impact/impact.ts';
import { lineage } from '../walk/lineage.ts';
import type { LineageLink } from '../walk/lineage.ts';
import { failureOf, stepOf } from '../walk/step-of.ts';
import { refOf, toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { rounded, Surroundings, walk } from '../walk/walk.ts';
import { aftermathOf } from './aftermath.ts';
import type { BrokenStep, Downstream } from './aftermath.ts';
import { chainOf } from './chain.ts';
import type { ChainLink } from './chain.ts';
import { costOf } from './cost.ts';
import type { FailureCost } from './cost.ts';
import { stateOf } from './state.ts';
import type { FailureState } from './state.ts';
import { storiesOf, storyAnswers } from './stories.ts';
import type { Stories } from './stories.ts';

export interface EventFailure {
  readonly of: 'event';
  readonly target: {
    readonly step: StepElsewhere;
    /** The error message. */
    readonly failure: string | null;
  };
  /** As `errors` shows it; null when the step did not fail or is not a call. */
  readonly story: ErrorStory | null;
  /** Null without a story. */
  readonly state: FailureState | null;
  readonly cost: FailureCost | null;
  /** From the failure back through its likely culprit to its root, nearest first; empty when it did not fail. */
  readonly chain: readonly ChainLink[];
  /** What it broke next, in order, the first `limit` of `broke_total`. */
  readonly broke: readonly BrokenStep[];
  readonly broke_total: number;
  readonly downstream: Downstream;
  /** Of a step that did not fail: the nearest failure it led to. */
  readonly led_to: LedTo | null;
  readonly truncated: boolean;
  /** The target's lineage. Context, not causes. */
  readonly lineage: readonly LineageLink[];
}

export interface LedTo {
  readonly step: StepElsewhere;
  /** `culprit`: the story of that failure names the step. `effect`: links lead there. */
  readonly how: 'culprit' | 'effect';
  /** Of the strongest path, how many steps away and how strong; null where no link leads there. */
  readonly depth: number | null;
  readonly strength: number | null;
  readonly via: ImpactEffect['via'] | null;
}

/** The story of one failing step, from where it began to what it broke. */
export async function failureOfEvent(
  read: StoreReader,
  event: Event,
  { limit }: { readonly limit: number },
): Promise<EventFailure> {
  const target = await stepOf(read, event);
  const session = (await read.session(target.session))!;
  const stories = await storiesOf(read, session, target.id);
  const story = stories.of(target.id);
  const about = {
    of: 'event' as const,
    target: { step: toStepElsewhere(target), failure: await failureOf(read, target) },
    lineage: await lineage(read, target),
  };
  if (!story && !target.failed) {
    const nothing = { steps: 0, failures: 0, truncated: false };
    return {
      ...about,
      story: null,
      state: null,
      cost: null,
      chain: [],
      broke: [],
      broke_total: 0,
      downstream: nothing,
      led_to: await ledTo(read, target, stories),
      truncated: false,
    };
  }
  const { broke, broke_total, downstream } = await aftermathOf(read, target, stories, limit);
  return {
    ...about,
    story: story ? (await storyAnswers(read, [story]))[0]! : null,
    state: story ? stateOf(story, stories.places) : null,
    cost: story ? costOf([story], stories.places) : null,
    chain: await chainOf(read, target.id, (step) => stories.culpritOf(step)),
    broke,
    broke_total,
    downstream,
    led_to: null,
    truncated: broke_total > limit || downstream.truncated,
  };
}

/** A failure that names the step as its culprit, else the nearest one that links lead to. */
async function ledTo(read: StoreReader, { id }: Event, stories: Stories): Promise<LedTo | null> {
  const { reached } = await walk(new Surroundings(read, 'ahead', 64), id, { limit: farEnough });
  const blaming = stories.all.find(({ kind, culprit }) => kind === 'real' && culprit === id);
  const nearest = reached
    .filter(({ step }) => step.failed && stories.of(step.id)?.kind !== 'benign')
    .toSorted((a, b) => a.depth - b.depth || b.strength - a.strength)[0];
  const linked = blaming ? reached.find(({ step }) => step.id === blaming.id) : nearest;
  const step = linked?.step ?? (blaming && (await read.event(refOf(blaming.id))));
  if (!step) return null;
  const { depth = null, strength = null, edge } = linked ?? {};
  return {
    step: toStepElsewhere(step),
    how: blaming ? 'culprit' : 'effect',
    depth,
    strength: strength === null ? null : rounded(strength),
    via: edge
      ? {
          cause: edge.cause,
          types: edge.types,
          basis: edge.basis,
          confidence: edge.confidence,
          evidence: edge.evidence,
        }
      : null,
  };
}

const farEnough = 300;
