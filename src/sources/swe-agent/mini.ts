import type { Tokens } from '../../model/event.ts';
import { list, name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { argumentsOf } from '../arguments-of.ts';
import { observationOf } from './observation.ts';
import { answered, call, emit, patch, prompt } from './page.ts';
import type { Page, Used } from './page.ts';
import { contentOf } from './text.ts';

/** A message of mini-swe-agent's. Its only tool is a shell, and every result has an exit code. */
export function miniMessage(page: Page, record: JsonObject): boolean {
  switch (record['role']) {
    case 'system':
      return true;
    case 'user':
      user(page, record);
      return true;
    case 'tool':
      observed(page, record, name(record['tool_call_id']));
      return true;
    case 'assistant':
      assistant(page, record);
      return true;
    case 'exit':
      exited(page, record);
      return true;
    default:
      return false;
  }
}

function assistant(page: Page, record: JsonObject): void {
  const { memory, key } = page;
  const extra = object(record['extra']);
  const response = object(extra['response']);
  const model = name(response['model']);
  if (model !== undefined && model !== memory.model) {
    memory.model = model;
    patch(page, { model });
  }
  let used: Used = { tokens: usageOf(object(response['usage'])), usd: number(extra['cost']) };
  const counted = () => {
    const now = used;
    used = {};
    return now;
  };
  const thought = (text(record['reasoning_content']) ?? '').trim();
  if (thought !== '')
    emit(page, `${key}:thinking`, { is: 'thinking', text: thought }, { role: 'assistant', ...counted() });
  const said = contentOf(record['content']).trim();
  if (said !== '') emit(page, key, { is: 'message', text: said }, { role: 'assistant', ...counted() });
  const parent = said === '' ? undefined : key;
  memory.open = [];
  for (const [index, each] of callsOf(record, said).entries())
    call(page, { ...each, key: each.id ?? `${key}:call${index + 1}` }, parent, counted());
}

interface Called {
  readonly id?: string;
  readonly tool: string;
  readonly input: unknown;
}

/**
 * As tool calls, as the actions that were taken from the reply, or, in the first versions, as the one block of shell
 * in it.
 */
function callsOf(record: JsonObject, said: string): readonly Called[] {
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
  const blocks = [...said.matchAll(/```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/g)];
  return blocks.length === 1 ? [{ tool: 'bash', input: { command: blocks[0]![1]! } }] : [];
}

/** The task, what came back, or a word of the harness about a reply it cannot read. */
function user(page: Page, record: JsonObject): void {
  const { memory } = page;
  const content = contentOf(record['content']);
  const isResult =
    number(object(record['extra'])['returncode']) !== undefined ||
    /^\s*(?:<exception>[\s\S]*?<\/exception>\s*)?<returncode>/.test(content);
  if (isResult && (memory.open.length > 0 || page.isAlone)) observed(page, record, undefined);
  else if (object(record['extra'])['interrupt_type'] === 'UserInterruption')
    emit(page, page.key, { is: 'intervention', type: 'interrupt', text: content }, { role: 'user' });
  else if (content.trim() !== '') prompt(page, content.trim(), memory.turn === undefined ? 'human' : 'harness');
}

function observed(page: Page, record: JsonObject, id: string | undefined): void {
  const extra = object(record['extra']);
  const seen = observationOf(contentOf(record['content']));
  const exitCode = number(extra['returncode']) ?? seen.exitCode;
  const went = text(extra['exception_info']) ?? '';
  const output = (text(extra['raw_output']) ?? seen.output) || went;
  const failed = seen.failed || went !== '';
  const answers = answered(page, id);
  if (answers === undefined) return;
  emit(
    page,
    `${page.key}:result`,
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

/** The last command submits, and its result is the exit: then the work is handed in, whether or not it is right. */
function exited(page: Page, record: JsonObject): void {
  const extra = object(record['extra']);
  const status = name(extra['exit_status']) ?? 'exit';
  const words = contentOf(record['content']).trim() || status;
  if (/^submitted$/i.test(status)) {
    const answers = answered(page, undefined);
    if (answers !== undefined)
      emit(
        page,
        `${page.key}:result`,
        { is: 'result', call: answers, output: words, status: 'ok' },
        { parent: answers },
      );
    emit(page, page.key, { is: 'completion', type: 'submitted', text: words }, { role: 'assistant' });
  } else {
    emit(page, page.key, { is: 'failure', type: status.slice(0, 80), text: words }, { role: 'system' });
    patch(page, { outcome: 'fail' });
  }
}

/** What was sent includes what came from the cache. */
function usageOf(usage: JsonObject): Tokens | undefined {
  const count = (value: unknown) => Math.max(0, number(value) ?? 0);
  const [sent, output] = [count(usage['prompt_tokens']), count(usage['completion_tokens'])];
  const cached = Math.min(sent, count(object(usage['prompt_tokens_details'])['cached_tokens']));
  return sent + output === 0 ? undefined : { input: sent - cached, output, cache_read: cached, cache_write: 0 };
}
