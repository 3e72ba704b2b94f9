import { list, name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import { agentRan } from './agents.ts';
import type { QwenContext } from './record-context.ts';
import { partsOf } from './record.ts';
import type { Rec } from './record.ts';
import { readShellReport } from '../shell-report.ts';

type Status = NonNullable<Extract<What, { is: 'result' }>['status']>;

/** How a call ended. Transcripts of sub-agents have less: no status, and the exit code in the text only. */
export function toolResult(context: QwenContext, record: Rec): boolean {
  const stated = object(record['toolCallResult']);
  const functionResponse = object(partsOf(record).find((part) => 'functionResponse' in part)?.['functionResponse']);
  const call = name(stated['callId']) ?? name(functionResponse['id']);
  if (call === undefined) return false;

  const open = context.memory.calls.get(call);
  context.memory.calls.delete(call);
  const response = object(functionResponse['response']);
  const display = object(stated['resultDisplay']);
  const answer =
    text(response['output']) ??
    text(response['error']) ??
    (Object.keys(response).length > 0 ? JSON.stringify(response) : '');
  const status = statusOf(stated, display, response, answer);
  const report = readShellReport(answer);
  const output = status === 'interrupted' ? cutShort(stated['resultDisplay'], answer) : (report?.output ?? answer);
  // An interrupted or skipped call has no exit code of its own.
  const exit = status === 'ok' || status === 'failed' ? (number(display['exitCode']) ?? report?.exitCode) : undefined;
  context.emit(
    `${call}:result`,
    { is: 'result', call, output, ...(exit === undefined ? {} : { exitCode: exit }), status },
    {
      role: 'tool',
      parent: call,
      durationMs: open?.ended?.durationMs ?? number(stated['durationMs']),
      at: open?.ended?.at,
    },
  );
  context.leads = `${call}:result`;
  if (status === 'interrupted') interrupted(context, call);
  // A sub-agent of an unknown type, or one that was not allowed, never ran.
  if (open?.agent && status !== 'denied' && stated['executionStatus'] !== 'not_started') {
    agentRan(context, call, open.agent, status === 'ok' || status === 'failed');
  }
  return true;
}

function statusOf(stated: JsonObject, display: JsonObject, response: JsonObject, answer: string): Status {
  const { status, executionStatus } = stated;
  if (stated['errorType'] === 'execution_denied' || isDenial(answer)) return 'denied';
  if (status === 'cancelled' || executionStatus === 'cancelled') return 'interrupted';
  if (display['status'] === 'background' || display['status'] === 'running') return 'running';
  if (status === 'error' || executionStatus === 'error') return 'failed';
  return status === undefined && 'error' in response ? 'failed' : 'ok';
}

/** Sub-agents and older versions record a denial as text only. */
function isDenial(answer: string): boolean {
  return (
    /^Qwen Code requires permission to use .{1,300}declined/s.test(answer) ||
    answer.startsWith('[Operation Cancelled] Reason: User did not allow ')
  );
}

/** The text states that the output was discarded; the output until then is in the display. */
function cutShort(display: unknown, answer: string): string {
  const screen = list(object(display)['ansiOutput']).map((line) =>
    list(line)
      .map((token) => text(object(token)['text']) ?? '')
      .join('')
      .trimEnd(),
  );
  const shown = text(display) ?? text(object(display)['output']) ?? screen.join('\n');
  return shown.trim() === '' || shown === answer ? answer : `${shown.trimEnd()}\n${answer}`;
}

/** Only its cancelled calls show that a person stopped a turn; a turn is stopped once. */
function interrupted(context: QwenContext, call: string): void {
  const { memory } = context;
  if (context.isSubagent || memory.turn === undefined || memory.interrupted === memory.turn) return;
  memory.interrupted = memory.turn;
  context.emit(
    `${memory.turn}:interrupt`,
    { is: 'intervention', type: 'interrupt', text: 'Request cancelled' },
    { role: 'user', parent: call },
  );
}
