import { embed } from '../embed/embed.ts';
import type { InvocationId, SessionUid } from '../../model/ids.ts';
import type { DescribedUse } from '../../model/invocation.ts';
import type { Share } from './share.ts';

export interface RecommendOptions {
  /** 1 to 100; 5 when absent. */
  readonly limit?: number;
  /**
   * How alike the need must be, 0 to 1; 0.3 when absent, 0 when only the phase counts. Of the words alone, before the
   * phase is weighed in.
   */
  readonly minSimilarity?: number;
  /** Where in the work you are. */
  readonly workflowPhase?: string;
  /** 0: only words count. 1: only the phase does. 0.3 when absent. Without a phase only words count. */
  readonly phaseWeight?: number;
}

/** One skill, by the use of it that fits best. */
export interface Recommendation {
  readonly skill_name: string;
  /** What it was ranked by: similarity of the words and fit of the phase, weighed. */
  readonly similarity_score: number;
  readonly invocation_id: InvocationId;
  readonly user_query: string | null;
  /** What was asked of it. */
  readonly request: string | null;
  readonly completed: boolean | null;
  readonly duration_seconds: number | null;
  readonly session_id: SessionUid | null;
  readonly invoked_at: string | null;
  readonly workflow_phase: string | null;
  /** Of the words alone. */
  readonly text_similarity: number;
  /** Completion rate of all compared uses. */
  readonly completion: Share;
  /** Its similar uses. */
  readonly similar_uses: number;
}

export const defaultPhaseWeight = 0.3;
export const defaultMinSimilarity = 0.3;
export const defaultLimit = 5;

/** Looks at one use after another and keeps the best of each skill. */
export class Recommender {
  readonly #query: Float32Array;
  readonly #phase: string | undefined;
  readonly #weight: number;
  readonly #minSimilarity: number;
  readonly #limit: number;
  /** Prompts come once for each use of their turn. */
  readonly #likeness = new Map<string, number>();
  readonly #best = new Map<string, { use: DescribedUse; score: number; alike: number; uses: number }>();

  constructor(
    query: string,
    { limit = defaultLimit, minSimilarity, workflowPhase, phaseWeight = defaultPhaseWeight }: RecommendOptions = {},
  ) {
    this.#query = embed(query);
    this.#phase = workflowPhase;
    this.#weight = workflowPhase === undefined ? 0 : phaseWeight;
    this.#minSimilarity = minSimilarity ?? (this.#weight === 1 ? 0 : defaultMinSimilarity);
    this.#limit = limit;
  }

  add(use: DescribedUse): void {
    const alike = Math.max(this.#alike(use.user_query), this.#alike(use.request));
    const score =
      alike * (1 - this.#weight) + (this.#phase === undefined ? 0 : phaseFit(use, this.#phase)) * this.#weight;
    // A use that nothing is known of fits nothing, however little is asked.
    if (alike < this.#minSimilarity || score === 0) return;
    const best = this.#best.get(use.skill);
    if (!best) this.#best.set(use.skill, { use, score, alike, uses: 1 });
    else {
      best.uses++;
      if (score > best.score || (score === best.score && rankOf(use) > rankOf(best.use)))
        Object.assign(best, { use, score, alike });
    }
  }

  #alike(text: string | null): number {
    if (text === null || text === '') return 0;
    let alike = this.#likeness.get(text);
    if (alike === undefined) this.#likeness.set(text, (alike = likeness(this.#query, text)));
    return alike;
  }

  /** `completionOf` a skill, over all its uses. */
  recommendations(completionOf: (skill: string) => Share): readonly Recommendation[] {
    const found = [...this.#best].map(([skill, best]) => ({ skill, ...best, completion: completionOf(skill) }));
    // Of two that fit alike, the one that is completed more reliably.
    found.sort((a, b) => b.score - a.score || b.completion.low - a.completion.low || (a.skill < b.skill ? -1 : 1));
    return found.slice(0, this.#limit).map(({ skill, use, score, alike, uses, completion }) => ({
      skill_name: skill,
      similarity_score: thousandths(score),
      invocation_id: use.id,
      user_query: use.user_query,
      request: use.request,
      completed: use.completed,
      duration_seconds: use.duration_seconds,
      session_id: use.session,
      invoked_at: use.at,
      workflow_phase: use.workflow_phase,
      text_similarity: thousandths(alike),
      completion,
      similar_uses: uses,
    }));
  }
}

/**
 * The same phase, and completed there: 1. Given up there: 0.5, and between the two when unknown. Another phase: 0.7,
 * since what is good elsewhere may be good here. No phase known: 0.
 */
export function phaseFit({ workflow_phase, completed }: DescribedUse, phase: string): number {
  if (workflow_phase === null) return 0;
  if (workflow_phase !== phase) return 0.7;
  return completed === null ? 0.75 : completed ? 1 : 0.5;
}

function likeness(query: Float32Array, text: string): number {
  const vector = embed(text);
  let product = 0;
  for (let at = 0; at < query.length; at++) product += query[at]! * vector[at]!;
  return Math.max(0, Math.min(1, product));
}

function rankOf({ completed }: DescribedUse): number {
  return completed === true ? 2 : completed === null ? 1 : 0;
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
