import type { Tokens } from '../../model/event.ts';
import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import type { Usage } from '../reader/draft-of.ts';
import { observationOf } from './observation.ts';
import type { SweAgentContext } from './record-context.ts';
import { contentOf } from './text.ts';

/** A message of mini-swe-agent's. Its only tool is a shell, and every result has an exit code. */
export function miniMessage(context: SweAgentContext, record: JsonObject): boolean {
  switch (record['role']) {
    case 'system':
      return true;
    case 'user':
      user(context, record);
      return true;
    case 'tool':
      observed(context, record, name(record['tool_call_id']));
      return true;
    case 'assistant':
      assistant(context, record);
      return true;
    case 'exit':
      exited(context, record);
      return true;
    default:
      return false;
  }
}

function assistant(context: SweAgentContext, record: JsonObject): void {
  const { memory, key } = context;
  const extra = object(record['extra']);
  const response = object(extra['response']);
  context.patchChanged({ model: name(response['model']) });
  let used: Usage = { tokens: usageOf(object(response['usage'])), usd: number(extra['cost']) };
  const counted = () => {
    const now = used;
    used = {};
    return now;
  };
  const thought = (text(record['reasoning_content']) ?? '').trim();
  if (thought !== '')
    context.emit(`${key}:thinking`, { is: 'thinking', text: thought }, { role: 'assistant', ...counted() });
  const message = contentOf(record['content']).trim();
  if (message !== '') context.emit(key, { is: 'message', text: message }, { role: 'assistant', ...counted() });
  const parent = message === '' ? undefined : key;
  memory.open.clear();
  for (const [index, each] of callsOf(record, message).entries())
    context.call({ ...each, key: each.id ?? `${key}:call${index + 1}` }, parent, counted());
}

interface Called {
  readonly id?: string;
  readonly tool: string;
  readonly input: unknown;
}

/** As tool calls, as actions parsed from the reply or, in the first versions, as its one block of shell. */
function callsOf(record: JsonObject, message: string): readonly Called[] {
  const calls = list(record['tool_calls']).map((each) => object(each));
  if (calls.length > 0) {
    return calls.map((each) => {
      const id = name(each['id']);
      return {
        ...(id !== undefined && { id }),
        tool: name(object(each['function'])['name']) ?? 'unknown',
        input: argumentsOf(object(each['function'])['arguments']),
      };
    });
  }
  const actions = list(object(record['extra'])['actions']).map((each) =>
    typeof each === 'string' ? { command: each } : object(each),
  );
  if (actions.length > 0) {
    return actions.map((each) => {
      const id = name(each['tool_call_id']);
      return { ...(id !== undefined && { id }), tool: 'bash', input: { command: text(each['command']) ?? '' } };
    });
  }
  const blocks = [...message.matchAll(/```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/g)];
  return blocks.length === 1 ? [{ tool: 'bash', input: { command: blocks[0]![1]! } }] : [];
}

/** The task, a result, or a note of the harness about an unreadable reply. */
function user(context: SweAgentContext, record: JsonObject): void {
  const { memory } = context;
  const content = contentOf(record['content']);
  const isResult =
    number(object(record['extra'])['returncode']) !== undefined ||
    /^\s*(?:<exception>[\s\S]*?<\/exception>\s*)?<returncode>/.test(content);
  if (isResult && (memory.open.size > 0 || context.isAlone)) observed(context, record, undefined);
  else if (object(record['extra'])['interrupt_type'] === 'UserInterruption')
    context.emit(context.key, { is: 'intervention', type: 'interrupt', text: content }, { role: 'user' });
  else if (content.trim() !== '') context.prompt(content.trim(), memory.turn === undefined ? 'human' : 'harness');
}

function observed(context: SweAgentContext, record: JsonObject, id: string | undefined): void {
  const extra = object(record['extra']);
  const seen = observationOf(contentOf(record['content']));
  const exitCode = number(extra['returncode']) ?? seen.exitCode;
  const went = text(extra['exception_info']) ?? '';
  const output = (text(extra['raw_output']) ?? seen.output) || went;
  const failed = seen.failed || went !== '';
  const answers = context.answeredCall(id);
  if (answers === undefined) return;
  context.emit(
    `${context.key}:result`,
    {
      is: 'result',
      call: answers,
      output,
      ...(exitCode !== undefined && { exitCode }),
      ...(failed && { status: 'failed' }),
    },
    { parent: answers },
  );
}

/** The last command submits, and its result is the exit: then the work is submitted, whether or not it is right. */
function exited(context: SweAgentContext, record: JsonObject): void {
  const extra = object(record['extra']);
  const status = name(extra['exit_status']) ?? 'exit';
  const words = contentOf(record['content']).trim() || status;
  if (/^submitted$/i.test(status)) {
    const answers = context.answeredCall(undefined);
    if (answers !== undefined)
      context.emit(
        `${context.key}:result`,
        { is: 'result', call: answers, output: words, status: 'ok' },
        { parent: answers },
      );
    context.emit(context.key, { is: 'completion', type: 'submitted', text: words }, { role: 'assistant' });
  } else {
    context.emit(context.key, { is: 'failure', type: status.slice(0, 80), text: words }, { role: 'system' });
    context.patch({ outcome: 'failed' });
  }
}

/** What was sent includes what came from the cache. */
function usageOf(usage: JsonObject): Tokens | undefined {
  const count = (value: unknown) => Math.max(0, number(value) ?? 0);
  const [sent, output] = [count(usage['prompt_tokens']), count(usage['completion_tokens'])];
  const cached = Math.min(sent, count(object(usage['prompt_tokens_details'])['cached_tokens']));
  return sent + output === 0 ? undefined : { input: sent - cached, output, cache_read: cached, cache_write: 0 };
}
