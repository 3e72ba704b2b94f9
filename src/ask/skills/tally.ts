import { AllMetrics } from '../../memory/skills/all-metrics.ts';
import { WorkflowTally } from '../../memory/skills/workflow.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';

/** Every use that passes the filter, added up in one pass; what is held grows with the number of skills, not of uses. */
export async function tallied(read: StoreReader, filter: InvocationFilter): Promise<{ readonly all: AllMetrics; readonly workflow: WorkflowTally }> {
  const all = new AllMetrics();
  const workflow = new WorkflowTally();
  for await (const use of read.eachInvocation(filter)) {
    all.add(use);
    workflow.add(use);
  }
  return { all, workflow };
}
