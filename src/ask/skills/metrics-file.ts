import { AllMetrics } from '../../memory/skills/all-metrics.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { InvocationFilter, StoreReader } from '../../store/store.ts';

/** What a metrics file of stemma says of itself. */
export const metricsFormat = 'stemma-skill-metrics';

/**
 * All uses and their totals as JSON in pieces: uses first, so that nothing is kept in memory. `at` is the time of the
 * export (ms).
 */
export async function* metricsFile(read: StoreReader, filter: InvocationFilter, at: number): AsyncIterable<string> {
  const all = new AllMetrics();
  yield `{"format":${JSON.stringify(metricsFormat)},"version":1,"exported_at":${JSON.stringify(new Date(at).toISOString())},\n"invocations":[`;
  let isFirst = true;
  for await (const use of read.eachInvocation(filter)) {
    all.add(use);
    yield `${isFirst ? '' : ','}\n${JSON.stringify(exportedUse(use))}`;
    isFirst = false;
  }
  const skills = Object.fromEntries(all.metrics().map((metrics) => [metrics.skill_name, metrics]));
  yield `\n],\n"skills":${JSON.stringify(skills)},\n"summary":${JSON.stringify(all.summary())}}\n`;
}

/** In the words of session-buddy's `skill_metrics.json`, and what those lack. */
function exportedUse(use: Invocation): object {
  return {
    skill_name: use.skill,
    invoked_at: use.at,
    session_id: use.session,
    workflow_path: use.workflow_path,
    completed: use.completed,
    duration_seconds: use.duration_seconds,
    user_query: use.user_query,
    alternatives_considered: use.alternatives,
    selection_rank: use.selection_rank,
    follow_up_actions: use.follow_ups,
    error_type: use.error_type,
    workflow_phase: use.workflow_phase,
    invocation_id: use.id,
    what: use.what,
    basis: use.basis,
    request: use.request,
    source: use.source,
    repo: use.repo,
  };
}
