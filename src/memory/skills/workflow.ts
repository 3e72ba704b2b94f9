import type { Use } from '../../model/invocation.ts';
import { phases as known } from '../../model/words.ts';
import { enough, shareOf, type Share } from './share.ts';

/** How skills perform in each phase of the work. */
export interface Workflow {
  /** The phases in the order of work, then free ones by use. */
  readonly phases: readonly PhaseUse[];
  readonly bottlenecks: readonly Bottleneck[];
  readonly transitions: readonly Transition[];
  readonly best: readonly BestSkill[];
  /** Uses without a known phase; they are in none of the above. */
  readonly without_phase: number;
}

export interface PhaseUse {
  readonly phase: string;
  readonly total_invocations: number;
  readonly completion: Share;
  readonly avg_duration_seconds: number | null;
  /** The most used first. */
  readonly skills: readonly SkillInPhase[];
}

export interface SkillInPhase {
  readonly skill_name: string;
  readonly total_invocations: number;
  readonly completion: Share;
  readonly avg_duration_seconds: number | null;
}

/** A phase with a high abandonment rate. */
export interface Bottleneck {
  readonly phase: string;
  /** 0 to 1. */
  readonly abandonment_rate: number;
  readonly abandonment: Share;
  /** What bottlenecks are ordered by, the worst first: the abandonment rate. */
  readonly bottleneck_score: number;
  /**
   * `critical` from 0.5, `warning` from 0.3, `monitor` from 0.2, and with fewer than 5 known ends: 1 of 2 is no
   * crisis.
   */
  readonly level: 'critical' | 'warning' | 'monitor';
}

/** One use followed another in the same session. */
export interface Transition {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Of all that leave `from`. */
  readonly share: Share;
  /** What was used most in this transition. */
  readonly skill_name: string;
}

/** The skill with the highest lower bound among those completed more often than 70 %: 1 of 1 does not beat 19 of 20. */
export interface BestSkill {
  readonly phase: string;
  readonly skill_name: string;
  readonly completion: Share;
}

export const bestAbove = 70;

interface Tally {
  total: number;
  completed: number;
  decided: number;
  seconds: number;
  timed: number;
}

/** Fed in chronological order. */
export class WorkflowTally {
  readonly #phases = new Map<string, { readonly all: Tally; readonly skills: Map<string, Tally> }>();
  readonly #lastPhase = new Map<string, string>();
  readonly #transitions = new Map<
    string,
    { readonly from: string; readonly to: string; count: number; readonly skills: Map<string, number> }
  >();
  #withoutPhase = 0;

  add(use: Use): void {
    const phase = use.workflow_phase;
    if (phase === null) {
      this.#withoutPhase++;
      return;
    }
    let of = this.#phases.get(phase);
    if (!of) this.#phases.set(phase, (of = { all: nothing(), skills: new Map() }));
    let tally = of.skills.get(use.skill);
    if (!tally) of.skills.set(use.skill, (tally = nothing()));
    for (const each of [of.all, tally]) count(each, use);
    this.#move(use, phase);
  }

  workflow(): Workflow {
    const phases = [...this.#phases]
      .map(([phase, { all, skills }]) => ({
        phase,
        ...inPhase(all),
        skills: [...skills].map(([skill_name, tally]) => ({ skill_name, ...inPhase(tally) })).toSorted(byUse),
      }))
      .toSorted(
        (a, b) =>
          placeOf(a.phase) - placeOf(b.phase) ||
          b.total_invocations - a.total_invocations ||
          (a.phase < b.phase ? -1 : 1),
      );
    return {
      phases,
      bottlenecks: phases
        .flatMap(bottleneckIn)
        .toSorted((a, b) => b.bottleneck_score - a.bottleneck_score || b.abandonment.n - a.abandonment.n),
      transitions: this.#transitionsOf(),
      best: phases.flatMap(bestIn),
      without_phase: this.#withoutPhase,
    };
  }

  #move({ session, skill }: Use, to: string): void {
    if (session === null) return;
    const from = this.#lastPhase.get(session);
    this.#lastPhase.set(session, to);
    if (from === undefined) return;
    const key = `${from}\0${to}`;
    let transition = this.#transitions.get(key);
    if (!transition) this.#transitions.set(key, (transition = { from, to, count: 0, skills: new Map() }));
    transition.count++;
    transition.skills.set(skill, (transition.skills.get(skill) ?? 0) + 1);
  }

  #transitionsOf(): readonly Transition[] {
    const leaving = new Map<string, number>();
    for (const { from, count: times } of this.#transitions.values())
      leaving.set(from, (leaving.get(from) ?? 0) + times);
    return [...this.#transitions.values()]
      .map(({ from, to, count: times, skills }) => ({
        from,
        to,
        count: times,
        share: shareOf(times, leaving.get(from)!),
        skill_name: [...skills].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0],
      }))
      .toSorted((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1));
  }
}

function bottleneckIn({ phase, completion: { n, count: completed } }: PhaseUse): readonly Bottleneck[] {
  const rate = n === 0 ? 0 : (n - completed) / n;
  if (rate < 0.2) return [];
  const level = n < enough || rate < 0.3 ? 'monitor' : rate < 0.5 ? 'warning' : 'critical';
  const abandonment_rate = Math.round(rate * 1000) / 1000;
  return [
    { phase, abandonment_rate, abandonment: shareOf(n - completed, n), bottleneck_score: abandonment_rate, level },
  ];
}

function bestIn({ phase, skills }: PhaseUse): readonly BestSkill[] {
  const good = skills.filter(({ completion: { percent } }) => percent !== null && percent > bestAbove);
  const [best] = good.toSorted((a, b) => b.completion.low - a.completion.low || byUse(a, b));
  return best ? [{ phase, skill_name: best.skill_name, completion: best.completion }] : [];
}

function nothing(): Tally {
  return { total: 0, completed: 0, decided: 0, seconds: 0, timed: 0 };
}

function count(tally: Tally, { completed, duration_seconds }: Use): void {
  tally.total++;
  if (completed !== null) tally.decided++;
  if (completed === true) tally.completed++;
  if (duration_seconds === null) return;
  tally.seconds += duration_seconds;
  tally.timed++;
}

function inPhase({ total, completed, decided, seconds, timed }: Tally): Omit<SkillInPhase, 'skill_name'> {
  return {
    total_invocations: total,
    completion: shareOf(completed, decided),
    avg_duration_seconds: timed === 0 ? null : Math.round((seconds / timed) * 100) / 100,
  };
}

function byUse(a: SkillInPhase, b: SkillInPhase): number {
  return b.total_invocations - a.total_invocations || (a.skill_name < b.skill_name ? -1 : 1);
}

function placeOf(phase: string): number {
  const place = (known as readonly string[]).indexOf(phase);
  return place < 0 ? known.length : place;
}
