import type { Use } from '../../model/invocation.ts';
import { MetricsTally, type Counts, type SkillMetrics } from './skill-metrics.ts';
import { shareOf, type Share } from './share.ts';

/** The sum of all. */
export interface SkillsSummary extends Counts {
  readonly total_skills: number;
  readonly sessions: number;
  /** In percent, of uses whose end is known; null while none is. */
  readonly overall_completion_rate: number | null;
  readonly completion: Share;
  readonly most_used_skill: string | null;
  readonly most_used_count: number;
  /** Of uses whose duration is known. */
  readonly avg_duration_seconds: number | null;
  /** The most used with how often, at most 20. */
  readonly skills_by_usage: readonly (readonly [skill: string, uses: number])[];
  /** What was done next after any of them, most frequent first, at most 20. */
  readonly follow_up_actions: Readonly<Record<string, number>>;
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
    this.#all.addFollowUps(use);
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
      avg_duration_seconds,
      follow_up_actions,
      first_invoked_at,
      last_invoked_at,
    } = this.#all.metrics();
    const byUsage = this.metrics()
      .slice(0, maxListed)
      .map((skill) => [skill.skill_name, skill.total_invocations] as const);
    return {
      total_skills: this.#skills.size,
      sessions,
      total_invocations,
      completed_invocations,
      abandoned_invocations,
      unknown_invocations,
      overall_completion_rate: completion_rate,
      completion: shareOf(completed_invocations, completed_invocations + abandoned_invocations),
      most_used_skill: byUsage[0]?.[0] ?? null,
      most_used_count: byUsage[0]?.[1] ?? 0,
      total_duration_seconds,
      avg_duration_seconds,
      skills_by_usage: byUsage,
      follow_up_actions,
      first_invoked_at,
      last_invoked_at,
    };
  }
}

const maxListed = 20;
