import { isObject, list, name, number, object, parseRecords, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { OpenHandsContext } from './memory.ts';

export function happened(context: OpenHandsContext, event: JsonObject): boolean {
  switch (event['kind']) {
    case 'MessageEvent':
      if (event['source'] === 'user') prompted(context, event);
      else answered(context, event);
      return true;
    case 'ActionEvent':
      acted(context, event);
      return true;
    case 'ObservationEvent':
      observed(context, event);
      return true;
    case 'UserRejectObservation':
      ended(context, event, { output: text(event['rejection_reason']) ?? 'Rejected', status: 'denied' });
      return true;
    case 'AgentErrorEvent':
      ended(context, event, { output: text(event['error']) ?? '', status: 'failed' });
      return true;
    case 'ConversationErrorEvent':
      failed(context, event);
      return true;
    case 'PauseEvent':
      context.emit(
        context.key,
        { is: 'intervention', type: 'interrupt', text: 'Paused' },
        { native: context.native, role: 'user', parent: context.turn },
      );
      return true;
    case 'Condensation':
      condensed(context, event);
      return true;
    // What the model was set up with, what the program does, and parts of what comes as an event of its own.
    case 'SystemPromptEvent':
    case 'ConversationStateUpdateEvent':
    case 'CondensationRequest':
    case 'CondensationSummaryEvent':
    case 'TokenEvent':
      return true;
    default:
      return false;
  }
}

function prompted(context: OpenHandsContext, event: JsonObject): void {
  const words = wordsIn(object(event['llm_message'])['content']).trim();
  if (words === '') return;
  const { key, native, memory } = context;
  memory.turn = key;
  context.setFailed(false);
  context.step(key);
  context.emit(key, { is: 'prompt', text: words, origin: 'human' }, { native, role: 'user' });
}

function answered(context: OpenHandsContext, event: JsonObject): void {
  const message = object(event['llm_message']);
  respond(context, event, text(message['reasoning_content']), wordsIn(message['content']));
}

/** A call, with what the model said and thought before the first call of its response. */
function acted(context: OpenHandsContext, event: JsonObject): void {
  const parent = respond(context, event, text(event['reasoning_content']), wordsIn(event['thought']));
  const made = object(event['tool_call']);
  const call = name(event['tool_call_id']) ?? name(made['id']) ?? `${context.key}:call`;
  const tool = name(event['tool_name']) ?? name(made['name']) ?? 'unknown';
  context.emit(call, { is: 'call', tool, input: inputOf(event, made) }, { native: call, role: 'assistant', parent });
  context.step(call);
}

/** Its thought and its message; returns what calls hang under. */
function respond(
  context: OpenHandsContext,
  event: JsonObject,
  thought: string | undefined,
  words: string,
): string | undefined {
  const { key, memory, native } = context;
  const id = name(event['llm_response_id']) ?? key;
  let above = memory.response?.id === id ? (memory.response.above ?? memory.turn) : memory.turn;
  if (thought !== undefined && thought.trim() !== '') {
    const own = `${key}:thinking`;
    context.emit(own, { is: 'thinking', text: thought }, { native: own, role: 'assistant', parent: above });
    above = own;
  }
  if (words.trim() !== '') {
    context.emit(key, { is: 'message', text: words }, { native, role: 'assistant', parent: above });
    above = key;
  }
  if (!memory.responses.has(id))
    memory.responses.set(id, {
      ...(context.at !== undefined && { at: context.at }),
      ...(memory.turn !== undefined && { turn: memory.turn }),
    });
  memory.response = { id, ...(above !== undefined && { above }) };
  return above;
}

function inputOf(event: JsonObject, made: JsonObject): unknown {
  const written = text(made['arguments']) ?? text(object(made['function'])['arguments']);
  const found = written === undefined ? undefined : parseRecords(written);
  if (found?.ok) return found.records[0];
  const { kind: _, ...action } = object(event['action']);
  return Object.keys(action).length > 0 ? action : written;
}

function observed(context: OpenHandsContext, event: JsonObject): void {
  const observation = object(event['observation']);
  const output = wordsIn(observation['content'] ?? observation['output']) || (text(observation['error']) ?? '');
  const code = number(object(observation['metadata'])['exit_code']) ?? number(observation['exit_code']);
  ended(context, event, {
    output,
    status: observation['is_error'] === true ? 'failed' : 'ok',
    // -1 is a command that still runs, or was ended by its time limit.
    ...(code !== undefined && code >= 0 && { exitCode: code }),
  });
}

interface Ending {
  readonly output: string;
  readonly status: 'ok' | 'failed' | 'denied';
  readonly exitCode?: number;
}

function ended(context: OpenHandsContext, event: JsonObject, ending: Ending): void {
  const call = name(event['tool_call_id']);
  if (call === undefined) return;
  context.emit(`${call}:result`, { is: 'result', call, ...ending }, { role: 'tool', parent: call });
}

function failed(context: OpenHandsContext, event: JsonObject): void {
  const words = [text(event['code']), text(event['detail'])].filter((part) => part).join(': ');
  context.emit(
    context.key,
    { is: 'failure', type: 'api_error', text: words || 'The conversation failed' },
    { native: context.native, role: 'system', parent: context.turn },
  );
  context.setFailed(true);
}

function condensed(context: OpenHandsContext, event: JsonObject): void {
  const { key, native, memory } = context;
  context.emit(
    `${key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: `${list(event['forgotten_event_ids']).length} events condensed` },
    { native, role: 'system' },
  );
  if (memory.lastStep !== undefined) memory.compactedAt = memory.lastStep;
  const summary = text(event['summary'])?.trim() ?? '';
  if (summary === '') return;
  context.emit(key, { is: 'prompt', text: summary, origin: 'compaction' }, { native, role: 'user' });
  context.step(key);
}

function wordsIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .filter(isObject)
    .map((part) => text(part['text']) ?? (part['type'] === 'image' ? '[attachment]' : ''))
    .filter((part) => part !== '')
    .join('\n');
}
