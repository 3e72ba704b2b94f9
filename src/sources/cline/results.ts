import { name } from '../../platform/parse-records.ts';
import { complaintIn } from './complaints.ts';
import { answerIn } from './operations.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import type { Part } from './record.ts';

/**
 * How a call ended: what the tool says of its work, what the agent says of the call, and nothing but its text where
 * somebody said no.
 */
export function toolResult(page: Page, part: Part): void {
  const call = name(part['tool_use_id']);
  if (call === undefined) return;
  const { output, failed, exitCode } = answerIn(part['content']);
  const status = complaintIn(output) ?? (failed || part['is_error'] === true ? 'failed' : 'ok');
  emit(
    page,
    `${call}:result`,
    { is: 'result', call, output, status, ...(exitCode === undefined ? {} : { exitCode }) },
    { role: 'tool', parent: call },
  );
  for (const [by, child] of page.memory.children)
    if (by === call) page.links.push({ type: 'returned', child, parent: page.session, step: call });
}
