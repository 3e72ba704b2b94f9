import type { Use } from '../../model/invocation.ts';
import { MetricsTally, type Counts, type SkillMetrics } from './skill-metrics.ts';
import { shareOf, type Share } from './share.ts';

/** The sum of all. */
export interface SkillsSummary extends Counts {
  readonly total_skills: number;
  readonly sessions: number;
  readonly completion_rate: number | null;
  readonly completion: Share;
  readonly first_invoked_at: string | null;
  readonly last_invoked_at: string | null;
}

/** Adds up uses of many skills. */
export class AllMetrics {
  readonly #skills = new Map<string, MetricsTally>();
  readonly #all = new MetricsTally('');

  add(use: Use): void {
    let tally = this.#skills.get(use.skill);
    if (!tally) this.#skills.set(use.skill, (tally = new MetricsTally(use.skill)));
    tally.add(use);
    this.#all.addNumbers(use);
  }

  /** The most used first. */
  metrics(): readonly SkillMetrics[] {
    return [...this.#skills.values()]
      .map((tally) => tally.metrics())
      .toSorted((a, b) => b.total_invocations - a.total_invocations || (a.skill_name < b.skill_name ? -1 : 1));
  }

  summary(): SkillsSummary {
    const {
      total_invocations,
      completed_invocations,
      abandoned_invocations,
      unknown_invocations,
      total_duration_seconds,
      sessions,
      completion_rate,
      first_invoked_at,
      last_invoked_at,
    } = this.#all.metrics();
    return {
      total_skills: this.#skills.size,
      sessions,
      total_invocations,
      completed_invocations,
      abandoned_invocations,
      unknown_invocations,
      completion_rate,
      completion: shareOf(completed_invocations, completed_invocations + abandoned_invocations),
      total_duration_seconds,
      first_invoked_at,
      last_invoked_at,
    };
  }
}
