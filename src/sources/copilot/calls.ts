import { name, number, object, parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import type { CopilotContext } from './record-context.ts';
import { outputOf, toolOf } from './record.ts';

type Status = Extract<What, { is: 'result' }>['status'];

/**
 * A call is named by its `toolCallId`, wherever it is recorded first: in the response that asks for it, or when it
 * begins.
 */
export function call(context: CopilotContext, id: string, record: JsonObject, more: DraftFields): void {
  context.emit(id, { is: 'call', tool: toolOf(record), input: argumentsOf(record) }, { native: id, ...more });
  context.step(id);
  context.memory.calls.set(id, {
    ...(context.agent === '' ? {} : { agent: context.agent }),
    ...(more.turn === undefined ? {} : { turn: more.turn }),
  });
}

/** VS Code's transcripts have them as JSON in a string. */
function argumentsOf({ arguments: value }: JsonObject): unknown {
  const found = typeof value === 'string' ? parseRecords(value) : undefined;
  return found?.ok && found.records.length === 1 ? found.records[0] : (value ?? null);
}

export function executionStart(context: CopilotContext, data: JsonObject): void {
  const id = name(data['toolCallId']);
  if (id === undefined) return;
  if (!context.memory.calls.has(id))
    call(context, id, data, { role: 'assistant', turn: context.memory.turns.get(context.agent) });
  const open = context.memory.calls.get(id);
  if (open && context.at !== undefined) open.began = context.at;
}

/** The user ran a tool directly, without the model. */
export function userRequested(context: CopilotContext, data: JsonObject): void {
  const id = name(data['toolCallId']);
  if (id !== undefined) call(context, id, data, { role: 'user' });
}

export function executionComplete(context: CopilotContext, data: JsonObject): void {
  const id = name(data['toolCallId']);
  if (id === undefined) return;
  const open = context.memory.calls.get(id);
  context.memory.calls.delete(id);

  const error = object(data['error']);
  const output = text(error['message']) ?? outputOf(data['result']);
  const exitCode = number(object(data['shellExecution'])['exitCode']);
  const status = open?.denied ? 'denied' : statusOf(data, output);
  // After a crash the resume writes results for what was open: when it really ended is unknown.
  const isLate = data['interactionId'] === 'resume';
  context.emit(
    `${id}:result`,
    { is: 'result', call: id, output, ...(exitCode === undefined ? {} : { exitCode }), ...(status ? { status } : {}) },
    {
      role: 'tool',
      parent: id,
      turn: open?.turn,
      durationMs: isLate || open?.began === undefined || context.at === undefined ? undefined : context.at - open.began,
    },
  );
}

/** `success` means that the tool ran: a failing command succeeded, with an exit code. */
function statusOf(data: JsonObject, output: string): Status {
  const { success } = data;
  const code = text(object(data['error'])['code']) ?? '';
  if (code === 'interrupted' || code === 'cancelled' || code === 'aborted') return 'interrupted';
  if (code === 'denied' || code === 'rejected' || code === 'permission_denied') return 'denied';
  if (success === false) return 'failed';
  if (stillRunning.test(output.slice(-400))) return 'running';
  return success === true ? 'ok' : undefined;
}

const stillRunning =
  /<command (?:with shellId: \S+ is still running after|started in (?:the )?(?:detached )?background with shellId:)[^\n]*>\s*$/;
