import type { SessionUid } from '../../../model/ids.ts';
import { isObject, list, name, number, object, parseRecords, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { KnownRequest, Shown } from './memory.ts';
import type { ChatContext } from './record-context.ts';
import { pathOf, textOf } from './texts.ts';

/** A call as the chat shows it. Its arguments and its result are not always there: the model's side has them. */
export function invocation(context: ChatContext, request: KnownRequest, part: JsonObject, modelSide: boolean): void {
  const id = name(part['toolCallId']);
  if (id === undefined) return;
  const shown = shownIn(part);
  context.memory.shown.set(id, shown);
  const agent = name(part['subAgentInvocationId']);
  const session = agent === undefined ? context.session : childOf(context, agent);
  const specific = object(part['toolSpecificData']);
  if (specific['kind'] === 'subagent' && agent === undefined) subagent(context, request, id, specific);
  placedAt(context, specific);
  if (modelSide) return;

  const turn = agent === undefined ? request.id : `${agent}:prompt`;
  context.emit(
    id,
    { is: 'call', tool: toolOf(part), input: inputOf(part, specific) },
    { native: id, role: 'assistant', parent: turn, turn, at: shown.at, session },
  );
  const output = outputOf(part, specific);
  const isOver =
    part['isComplete'] !== false && (output !== '' || shown.status !== undefined || shown.exitCode !== undefined);
  if (!isOver) return;
  const { exitCode, status = 'ok', durationMs, at } = shown;
  const ended = at === undefined || durationMs === undefined ? undefined : at + durationMs;
  context.emit(
    `${id}:result`,
    { is: 'result', call: id, output, status, ...(exitCode === undefined ? {} : { exitCode }) },
    { role: 'tool', parent: id, turn, durationMs, at: ended, session },
  );
}

/** What the chat knows of how a call ended. */
export function shownIn(part: JsonObject): Shown {
  const state = object(object(part['toolSpecificData'])['terminalCommandState']);
  const [exitCode, durationMs, at] = [number(state['exitCode']), number(state['duration']), number(state['timestamp'])];
  const status = isRefused(part['isConfirmed'])
    ? 'denied'
    : object(part['resultDetails'])['isError'] === true
      ? 'failed'
      : undefined;
  return {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(status ? { status } : {}),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(at === undefined ? {} : { at }),
  };
}

/** 0: denied, 5: skipped; a plain `false` before there were reasons. */
function isRefused(confirmed: unknown): boolean {
  const { type } = object(confirmed);
  return confirmed === false || type === 0 || type === 5;
}

/** The extension's own tools begin with its name here, and have none of it on the model's side. */
export function toolOf(part: JsonObject): string {
  return (text(part['toolId']) ?? 'unknown').replace(/^copilot_/, '');
}

function inputOf(part: JsonObject, specific: JsonObject): unknown {
  const input = parsed(object(part['resultDetails'])['input']);
  if (input !== undefined) return input;
  switch (specific['kind']) {
    case 'terminal': {
      const line = object(specific['commandLine']);
      return {
        command:
          text(line['userEdited']) ??
          text(line['toolEdited']) ??
          text(line['original']) ??
          text(specific['command']) ??
          '',
      };
    }
    case 'input':
      return specific['rawInput'] ?? null;
    case 'subagent':
      return { description: specific['description'], agentName: specific['agentName'], prompt: specific['prompt'] };
    case 'todoList':
      return { todoList: specific['todoList'] };
    default:
      return { description: textOf(part['pastTenseMessage']) || textOf(part['invocationMessage']) };
  }
}

function outputOf(part: JsonObject, specific: JsonObject): string {
  const { output } = object(part['resultDetails']);
  const details = list(output)
    .map((piece) => text(object(piece)['value']) ?? '')
    .join('\n');
  return (
    text(object(specific['terminalCommandOutput'])['text']) ??
    (details !== '' ? details : (text(specific['result']) ?? textOf(part['pastTenseMessage'])))
  );
}

/** Arguments are JSON in a string, if they are whole. */
export function parsed(words: unknown): unknown {
  if (typeof words !== 'string') return isObject(words) ? words : undefined;
  const found = parseRecords(words);
  return found.ok && found.records.length === 1 ? found.records[0] : undefined;
}

/** What a sub-agent calls is shown among the calls of its caller, under the id of the call that started it. */
export function childOf({ session }: ChatContext, call: string): SessionUid {
  return `${session}/${call.replaceAll('/', '_')}` as SessionUid;
}

function subagent(context: ChatContext, request: KnownRequest, call: string, specific: JsonObject): void {
  const child = childOf(context, call);
  const turn = `${call}:prompt`;
  context.links.push({ type: 'spawned', parent: context.session, call, child });
  context.patch(
    {
      title: name(specific['description']) ?? name(specific['agentName']),
      model: context.memory.model,
      cwd: context.memory.cwd,
    },
    child,
  );
  const prompt = text(specific['prompt']) ?? '';
  if (prompt !== '')
    context.emit(
      turn,
      { is: 'prompt', origin: 'harness', text: prompt },
      { role: 'user', at: request.at, session: child },
    );
  const answer = text(specific['result']) ?? '';
  if (answer === '') return;
  context.emit(
    `${call}:answer`,
    { is: 'message', text: answer },
    { role: 'assistant', parent: turn, turn, session: child },
  );
  context.links.push({ type: 'returned', child, parent: context.session, step: call });
}

/** Only terminals say where they are. */
function placedAt(context: ChatContext, specific: JsonObject): void {
  const cwd = pathOf(specific['cwd']);
  if (cwd === undefined || cwd === '' || cwd.length > 1000 || context.memory.cwd !== undefined) return;
  context.memory.cwd = cwd;
  context.patch({ cwd });
}
