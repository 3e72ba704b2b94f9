import type { SessionUid } from '../../model/ids.ts';
import { name } from '../../platform/parse-records.ts';
import { refusalOrError } from './refusals.ts';
import { answerIn } from './operations.ts';
import type { ClineContext } from './memory.ts';
import type { Part } from './record.ts';

/** How a call ended: the tool's own status, the agent's status, and only the text where a person refused it. */
export function toolResult(context: ClineContext, part: Part): void {
  const call = name(part['tool_use_id']);
  if (call === undefined) return;
  const { output, failed, exitCode } = answerIn(part['content']);
  const status = refusalOrError(output) ?? (failed || part['is_error'] === true ? 'failed' : 'ok');
  context.emit(
    `${call}:result`,
    { is: 'result', call, output, status, ...(exitCode === undefined ? {} : { exitCode }) },
    { role: 'tool', parent: call },
  );
  for (const [child, by] of context.memory.children)
    if (by === call)
      context.links.push({ type: 'returned', child: child as SessionUid, parent: context.session, step: call });
}
