import type { SkillsSummary } from '../../memory/skills/all-metrics.ts';
import type { SkillMetrics } from '../../memory/skills/skill-metrics.ts';
import type { Workflow } from '../../memory/skills/workflow.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';
import { metricsOf, workflowOf } from './tally.ts';

/** Skills with their completion rates, most used first. */
export interface SkillsAnswer {
  readonly summary: SkillsSummary;
  readonly skills: readonly SkillMetrics[];
  readonly total: number;
  readonly truncated: boolean;
  /** `after` of the next page; null when this is the last. */
  readonly next: number | null;
}

export interface SkillsOptions extends InvocationFilter {
  readonly limit?: number;
  readonly after?: number;
}

export async function skills(
  read: StoreReader,
  { limit = 20, after = 0, ...filter }: SkillsOptions = {},
): Promise<SkillsAnswer> {
  const all = await metricsOf(read, filter);
  const metrics = all.metrics();
  const end = after + limit;
  const isMore = end < metrics.length;
  return {
    summary: all.summary(),
    skills: metrics.slice(after, end),
    total: metrics.length,
    truncated: isMore,
    next: isMore ? end : null,
  };
}

/** How skills do in each phase of the work. */
export async function skillsWorkflow(read: StoreReader, filter: InvocationFilter = {}): Promise<Workflow> {
  return workflowOf(read, filter);
}
