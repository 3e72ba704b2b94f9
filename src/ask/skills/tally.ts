import { AllMetrics } from '../../memory/skills/all-metrics.ts';
import { WorkflowTally, type Workflow } from '../../memory/skills/workflow.ts';
import type { Use } from '../../model/invocation.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';

/**
 * Every use that passes the filter, added up in one pass; what is held grows with the number of skills, not of uses.
 */
export async function tallied(
  read: StoreReader,
  filter: InvocationFilter,
): Promise<{ readonly all: AllMetrics; readonly workflow: WorkflowTally }> {
  const [all, workflow] = [new AllMetrics(), new WorkflowTally()];
  await feed(read, filter, [all, workflow]);
  return { all, workflow };
}

export async function metricsOf(read: StoreReader, filter: InvocationFilter): Promise<AllMetrics> {
  const all = new AllMetrics();
  await feed(read, filter, [all]);
  return all;
}

export async function workflowOf(read: StoreReader, filter: InvocationFilter): Promise<Workflow> {
  const workflow = new WorkflowTally();
  await feed(read, filter, [workflow]);
  return workflow.workflow();
}

async function feed(
  read: StoreReader,
  filter: InvocationFilter,
  tallies: readonly { add(use: Use): void }[],
): Promise<void> {
  for await (const uses of read.uses(filter)) for (const tally of tallies) for (const use of uses) tally.add(use);
}
