import { hash } from 'node:crypto';
import type { SessionUid } from '../../model/ids.ts';
import { BoundedSet } from '../reader/bounded.ts';
import { readingOf } from '../reader/json-lines.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';
import { KeyedRecordContext } from '../reader/record-context.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { editsIn } from './edits.ts';
import { utc } from './identity.ts';

/**
 * Reads `--llm-history-file`: every complete request and every response. Most of a request was in the one before; what
 * a user's message has for the first time is emitted, text about the repository is not.
 */
export function llmReader({ session }: Identity, state?: Json): Reader {
  const memory = new LlmMemory().restore(state);
  return {
    line: (line) => readLine(contextOf(session, memory, line.number), line),
    state: () => memory.save(),
  };
}

class LlmMemory extends ReaderMemory {
  at?: number;
  block?: { readonly is: 'user' | 'response' | 'other'; readonly from: number; readonly lines: string[]; size: number };
  /** Hashes of the messages of users that were read. */
  readonly seen = new BoundedSet(1000);
}

type LlmContext = KeyedRecordContext<LlmMemory>;

function contextOf(session: SessionUid, memory: LlmMemory, line: number): LlmContext {
  return new KeyedRecordContext({ session, memory, key: `line:${line}`, line, at: memory.at });
}

const longest = 64 * 1024;

function readLine(context: LlmContext, { text }: Line): Reading {
  const { memory, line: number } = context;
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const heading = /^(TO LLM|LLM RESPONSE) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s*$/.exec(line);
  if (heading) {
    end(context);
    memory.at = utc(heading[2]!);
    if (heading[1] === 'LLM RESPONSE') memory.block = { is: 'response', from: number, lines: [], size: 0 };
  } else if (line === '-------') end(context);
  else {
    const [, role, words = ''] = /^(SYSTEM|USER|ASSISTANT)(?: (.*))?$/.exec(line) ?? [];
    if (!memory.block)
      memory.block = {
        is: role === 'USER' && !repositoryText.test(words) ? 'user' : 'other',
        from: number,
        lines: [],
        size: 0,
      };
    add(memory, role === undefined ? line : words);
    // A response is emitted with its first line, since nothing need follow it.
    if (memory.block.is === 'response' && memory.block.lines.length === 1)
      context.emit(
        `line:${memory.block.from}`,
        { is: 'message', text: words },
        { role: 'assistant', fromLine: memory.block.from },
      );
  }
  return readingOf(context);
}

/** What aider sends to the model about the repository and itself, again with every request. */
const repositoryText =
  /^(?:I am working with you on code in a git repository|Here are (?:summaries|READ ONLY)|I have \*added these files|I am not sharing|I switched to a new code base|I have not shared|\*Trust this message|Just tell me how to edit|Just reply in|You are)/;

function add({ block }: LlmMemory, words: string): void {
  if (!block || block.is === 'other' || block.size >= longest) return;
  block.lines.push(words.slice(0, longest - block.size));
  block.size += words.length + 1;
}

function end(context: LlmContext): void {
  const { block } = context.memory;
  delete context.memory.block;
  if (block?.is === 'user') userMessage(context, block.lines.join('\n').trim(), block.from);
  if (block?.is === 'response') responded(context, block.lines.join('\n').trim(), block.from);
}

function userMessage(context: LlmContext, words: string, from: number): void {
  const { memory } = context;
  const mark = hash('sha256', words, 'hex').slice(0, 10);
  if (words === '' || memory.seen.has(mark)) return;
  memory.seen.add(mark);
  const key = `line:${from}`;
  const ran = /^I ran this command:\n\n?([\s\S]+?)\n\n?And got this output:\n\n?([\s\S]*)$/.exec(words);
  if (ran) {
    context.emit(
      key,
      { is: 'call', tool: 'bash', input: { command: ran[1]!.trim() } },
      { role: 'user', fromLine: from },
    );
    context.emit(`${key}:result`, { is: 'result', call: key, output: ran[2]!.trim() }, { parent: key, fromLine: from });
    return;
  }
  memory.turn = key;
  context.emit(
    key,
    { is: 'prompt', text: words, origin: harness.test(words) ? 'harness' : 'human' },
    { role: 'user', fromLine: from },
  );
}

/** What aider sends back to the model by itself. */
const harness =
  /^(?:# Fix any errors below|# \d+ SEARCH\/REPLACE blocks? failed|The LLM did not conform|I added these files to the chat|I updated the files|I committed the changes|The files? .* (?:was|were) )/;

function responded(context: LlmContext, words: string, from: number): void {
  if (words === '') return;
  const key = `line:${from}`;
  if (words.includes('\n'))
    context.emit(key, { is: 'message', text: words }, { role: 'assistant', fromLine: from, fuller: true });
  for (const [index, { path, edits }] of editsIn(words).entries())
    context.emit(
      `${key}:edit${index + 1}`,
      { is: 'call', tool: 'edit', input: { path, edits } },
      { role: 'assistant', parent: key, fromLine: from },
    );
}
