import type { Use } from '../../model/invocation.ts';
import type { InvocationWhat } from '../../model/words.ts';
import { shareOf, type Share } from './share.ts';

/** Metrics of one skill. Rates cover uses whose end is known, and come with their number. */
export interface SkillMetrics extends Counts {
  readonly skill_name: string;
  readonly what: readonly InvocationWhat[];
  readonly sessions: number;
  /** In percent; null while no end is known. */
  readonly completion_rate: number | null;
  readonly completion: Share;
  readonly avg_duration_seconds: number | null;
  /** Most frequent first, at most 20 each. */
  readonly workflow_paths: Readonly<Record<string, number>>;
  readonly workflow_phases: Readonly<Record<string, number>>;
  readonly common_errors: Readonly<Record<string, number>>;
  readonly follow_up_actions: Readonly<Record<string, number>>;
  readonly avg_selection_rank: number | null;
  /** Completion rate when it was first in the list. */
  readonly ranked_first: Share;
  readonly recommendation_success_rate: number | null;
  readonly first_invoked_at: string | null;
  readonly last_invoked_at: string | null;
}

export interface Counts {
  readonly total_invocations: number;
  readonly completed_invocations: number;
  readonly abandoned_invocations: number;
  /** Running or unknown. */
  readonly unknown_invocations: number;
  readonly total_duration_seconds: number;
}

/** Adds up uses of one skill, in any order. */
export class MetricsTally {
  readonly #name: string;
  readonly #whats = new Set<InvocationWhat>();
  readonly #sessions = new Set<string>();
  readonly #paths = new Map<string, number>();
  readonly #phases = new Map<string, number>();
  readonly #errors = new Map<string, number>();
  readonly #followUps = new Map<string, number>();
  readonly #counts = {
    total: 0,
    completed: 0,
    abandoned: 0,
    seconds: 0,
    timed: 0,
    ranks: 0,
    ranked: 0,
    first: 0,
    firstCompleted: 0,
  };
  #firstAt: number | null = null;
  #lastAt: number | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  add(use: Use): void {
    this.addNumbers(use);
    this.#whats.add(use.what);
    if (use.workflow_path !== null) count(this.#paths, use.workflow_path);
    if (use.workflow_phase !== null) count(this.#phases, use.workflow_phase);
    if (use.error_type !== null) count(this.#errors, use.error_type);
    this.addFollowUps(use);
  }

  addFollowUps({ follow_ups }: Use): void {
    for (const word of follow_ups) count(this.#followUps, word);
  }

  /** For callers that need no texts afterwards. */
  addNumbers(use: Use): void {
    const counts = this.#counts;
    counts.total++;
    if (use.completed === true) counts.completed++;
    if (use.completed === false) counts.abandoned++;
    if (use.duration_seconds !== null) {
      counts.seconds += use.duration_seconds;
      counts.timed++;
    }
    if (use.selection_rank !== null) {
      counts.ranks += use.selection_rank;
      counts.ranked++;
    }
    if (use.selection_rank === 1 && use.completed !== null) {
      counts.first++;
      if (use.completed) counts.firstCompleted++;
    }
    if (use.session !== null) this.#sessions.add(use.session);
    const at = typeof use.at === 'string' ? Date.parse(use.at) : use.at;
    if (at !== null && (this.#firstAt === null || at < this.#firstAt)) this.#firstAt = at;
    if (at !== null && (this.#lastAt === null || at > this.#lastAt)) this.#lastAt = at;
  }

  metrics(): SkillMetrics {
    const { total, completed, abandoned, seconds, timed, ranks, ranked, first, firstCompleted } = this.#counts;
    const completion = shareOf(completed, completed + abandoned);
    const rankedFirst = shareOf(firstCompleted, first);
    return {
      skill_name: this.#name,
      what: [...this.#whats].toSorted(),
      sessions: this.#sessions.size,
      total_invocations: total,
      completed_invocations: completed,
      abandoned_invocations: abandoned,
      unknown_invocations: total - completed - abandoned,
      completion_rate: completion.percent,
      completion,
      total_duration_seconds: hundredths(seconds),
      avg_duration_seconds: timed === 0 ? null : hundredths(seconds / timed),
      workflow_paths: frequent(this.#paths),
      workflow_phases: frequent(this.#phases),
      common_errors: frequent(this.#errors),
      follow_up_actions: frequent(this.#followUps),
      avg_selection_rank: ranked === 0 ? null : hundredths(ranks / ranked),
      ranked_first: rankedFirst,
      recommendation_success_rate: rankedFirst.percent,
      first_invoked_at: iso(this.#firstAt),
      last_invoked_at: iso(this.#lastAt),
    };
  }
}

/** Many names occur once; they are dropped when there are too many. */
function count(map: Map<string, number>, word: string): void {
  map.set(word, (map.get(word) ?? 0) + 1);
  if (map.size > maxCounted) for (const [rare, times] of map) if (times === 1 && rare !== word) map.delete(rare);
}

const maxCounted = 2000;
const maxShown = 20;

function frequent(map: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...map].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, maxShown));
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
