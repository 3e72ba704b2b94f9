import { hash } from 'node:crypto';
import { draftOf, type DraftFields } from '../reader/draft-of.ts';
import { readingOf } from '../reader/json-lines.ts';
import type { Draft, Identity, Json, Line, Reader, Reading, What } from '../source.ts';
import { editsIn } from './edits.ts';
import { utc } from './identity.ts';

/**
 * Reads `--llm-history-file`: every request with all that was sent, and every response. Most of a request was in the
 * one before; what a user's message says for the first time is told, what the model is told of the repository is not.
 */
export function llmReader({ session }: Identity, state?: Json): Reader {
  const memory: Memory = state ? (structuredClone(state) as unknown as Memory) : { seen: [] };
  return {
    line: (line) => readLine({ session, memory, number: line.number, drafts: [] }, line),
    state: () => structuredClone(memory) as unknown as Json,
  };
}

interface Memory {
  at?: number;
  turn?: string;
  block?: { readonly is: 'user' | 'response' | 'other'; readonly from: number; readonly lines: string[]; size: number };
  /** What was said already, by its hash. */
  seen: string[];
}

interface Page {
  readonly session: Identity['session'];
  readonly memory: Memory;
  readonly number: number;
  readonly drafts: Draft[];
}

const longest = 64 * 1024;

function readLine(page: Page, { text }: Line): Reading {
  const { memory, number } = page;
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const heading = /^(TO LLM|LLM RESPONSE) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s*$/.exec(line);
  if (heading) {
    end(page);
    memory.at = utc(heading[2]!);
    if (heading[1] === 'LLM RESPONSE') memory.block = { is: 'response', from: number, lines: [], size: 0 };
  } else if (line === '-------') end(page);
  else {
    const [, role, words = ''] = /^(SYSTEM|USER|ASSISTANT)(?: (.*))?$/.exec(line) ?? [];
    if (!memory.block)
      memory.block = {
        is: role === 'USER' && !context.test(words) ? 'user' : 'other',
        from: number,
        lines: [],
        size: 0,
      };
    add(memory, role === undefined ? line : words);
    // A response is told with its first line, for nothing need follow it.
    if (memory.block.is === 'response' && memory.block.lines.length === 1)
      emit(
        page,
        `line:${memory.block.from}`,
        { is: 'message', text: words },
        { role: 'assistant', from: memory.block.from },
      );
  }
  return readingOf(page);
}

/** What aider tells the model of the repository and of itself, anew with every request. */
const context =
  /^(?:I am working with you on code in a git repository|Here are (?:summaries|READ ONLY)|I have \*added these files|I am not sharing|I switched to a new code base|I have not shared|\*Trust this message|Just tell me how to edit|Just reply in|You are)/;

function add({ block }: Memory, words: string): void {
  if (!block || block.is === 'other' || block.size >= longest) return;
  block.lines.push(words.slice(0, longest - block.size));
  block.size += words.length + 1;
}

function end(page: Page): void {
  const { block } = page.memory;
  delete page.memory.block;
  if (block?.is === 'user') userSaid(page, block.lines.join('\n').trim(), block.from);
  if (block?.is === 'response') responded(page, block.lines.join('\n').trim(), block.from);
}

function userSaid(page: Page, words: string, from: number): void {
  const { memory } = page;
  const mark = hash('sha256', words, 'hex').slice(0, 10);
  if (words === '' || memory.seen.includes(mark)) return;
  memory.seen = [...memory.seen.slice(-999), mark];
  const key = `line:${from}`;
  const ran = /^I ran this command:\n\n?([\s\S]+?)\n\n?And got this output:\n\n?([\s\S]*)$/.exec(words);
  if (ran) {
    emit(page, key, { is: 'call', tool: 'bash', input: { command: ran[1]!.trim() } }, { role: 'user', from });
    emit(page, `${key}:result`, { is: 'result', call: key, output: ran[2]!.trim() }, { parent: key, from });
    return;
  }
  memory.turn = key;
  emit(
    page,
    key,
    { is: 'prompt', text: words, origin: harness.test(words) ? 'harness' : 'human' },
    { role: 'user', from },
  );
}

/** What aider sends back to the model by itself. */
const harness =
  /^(?:# Fix any errors below|# \d+ SEARCH\/REPLACE blocks? failed|The LLM did not conform|I added these files to the chat|I updated the files|I committed the changes|The files? .* (?:was|were) )/;

function responded(page: Page, words: string, from: number): void {
  if (words === '') return;
  const key = `line:${from}`;
  if (words.includes('\n')) emit(page, key, { is: 'message', text: words }, { role: 'assistant', from, fuller: true });
  for (const [index, { path, edits }] of editsIn(words).entries())
    emit(
      page,
      `${key}:edit${index + 1}`,
      { is: 'call', tool: 'edit', input: { path, edits } },
      { role: 'assistant', parent: key, from },
    );
}

function emit(
  page: Page,
  key: string,
  what: What,
  { from, fuller, ...more }: DraftFields & { readonly from?: number; readonly fuller?: true },
): void {
  const { memory, session, number } = page;
  const draft = draftOf(session, key, what, {
    ...more,
    at: memory.at,
    turn: memory.turn,
    native: what.is === 'result' ? undefined : key,
  });
  page.drafts.push({
    ...draft,
    ...(from !== undefined && from < number && { fromLine: from }),
    ...(fuller && { fuller }),
  });
}
