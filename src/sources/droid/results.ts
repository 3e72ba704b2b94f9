import { isObject, list, name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { agentAnswered } from './agents.ts';
import type { DroidContext } from './record-context.ts';
import { readable } from './record.ts';
import { readShellReport } from './shell-report.ts';

/** Results of parallel calls come in one message when the slowest has ended: each is a child of its own call. */
export function toolResult(context: DroidContext, part: JsonObject, own: string): void {
  const { memory, above } = context;
  const id = name(part['tool_use_id']) ?? '';
  const open = memory.calls.get(id);
  memory.calls.delete(id);
  const { output, exitCode } = readShellReport(outputOf(part['content']));
  const turn = open?.turn ?? above.turn;
  const what = {
    is: 'result',
    call: open?.key ?? id,
    output,
    ...(exitCode === undefined ? {} : { exitCode }),
    status: part['is_error'] === true ? 'failed' : 'ok',
  } as const;
  context.emit(own, what, { role: 'tool', parent: open?.key, turn });
  if (context.drafts.length === 1) context.moveTo(own, turn);
  if (open?.agent !== undefined) agentAnswered(context, id, open, output);
}

function outputOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return JSON.stringify(content);
  return readable(list(content).map(object));
}
