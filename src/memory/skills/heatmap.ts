import type { Share } from './share.ts';
import type { PhaseUse, Workflow } from './workflow.ts';

/** Skills by phases: how often each is completed in each. */
export interface Heatmap {
  /** The most used first. */
  readonly skills: readonly string[];
  readonly phases: readonly string[];
  /** A row for each skill, a cell for each phase; null where it was not used. */
  readonly cells: readonly (readonly (HeatmapCell | null)[])[];
  /** What did not fit. */
  readonly left_out: { readonly skills: number; readonly phases: number };
  /** Uses without a known phase. */
  readonly without_phase: number;
}

export interface HeatmapCell {
  readonly total_invocations: number;
  readonly completion: Share;
  /** 4 from 90 %, 3 from 70, 2 from 50, 1 from 30, 0 below; null while no end is known. */
  readonly step: 0 | 1 | 2 | 3 | 4 | null;
}

export const maxSkills = 15;
export const maxPhases = 8;

export function heatmapOf({ phases: all, without_phase }: Workflow): Heatmap {
  const used = new Map<string, number>();
  for (const { skills } of all)
    for (const { skill_name, total_invocations } of skills)
      used.set(skill_name, (used.get(skill_name) ?? 0) + total_invocations);
  const skills = [...used].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name);
  const phases = all.slice(0, maxPhases);
  const rows = skills.slice(0, maxSkills);
  return {
    skills: rows,
    phases: phases.map(({ phase }) => phase),
    cells: rows.map((skill) => phases.map((phase) => cellOf(skill, phase))),
    left_out: { skills: skills.length - rows.length, phases: all.length - phases.length },
    without_phase,
  };
}

function cellOf(skill: string, { skills }: PhaseUse): HeatmapCell | null {
  const found = skills.find(({ skill_name }) => skill_name === skill);
  return found
    ? {
        total_invocations: found.total_invocations,
        completion: found.completion,
        step: stepOf(found.completion.percent),
      }
    : null;
}

function stepOf(percent: number | null): HeatmapCell['step'] {
  if (percent === null) return null;
  return percent >= 90 ? 4 : percent >= 70 ? 3 : percent >= 50 ? 2 : percent >= 30 ? 1 : 0;
}
