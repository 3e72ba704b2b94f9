import type { Origin } from '../../model/words.ts';
import { list, name, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { returnedBy } from './agents.ts';
import { whoSaid } from './origin.ts';
import { emit, stepped } from './page.ts';
import type { Page } from './page.ts';
import { partTexts, passthrough } from './record.ts';
import { beginTurn, promptOf, turnOf } from './turns.ts';

export function message(page: Page, payload: JsonObject, metadata: JsonObject): void {
  const { turn, kinds } = passthrough(payload);
  const role = text(payload['role']) ?? 'user';
  const content = payload['content'];
  const texts = typeof content === 'string' ? [content] : partTexts(content);
  const key = name(payload['id']) ?? page.line;
  if (role === 'assistant') {
    // A compaction's answer comes again in its `compacted` record, where it is the prompt that the session goes on
    // from.
    if (metadata['compaction_output'] !== true) agentSaid(page, key, texts.join(''), turn);
    return;
  }
  const said = whoSaid(role, texts, kinds);
  if (!said) {
    placeOf(page, texts);
    return;
  }
  const origin = said.origin === 'human' && page.isSubagent ? 'harness' : said.origin;
  prompt(page, key, said.text, origin, turn, said.asks);
  if (said.origin === 'notification') returnedBy(page, said.text, key);
}

function agentSaid(page: Page, key: string, said: string, turn: string | undefined): void {
  if (said.trim() === '') return;
  const opened = promptOf(page.memory, turn);
  emit(page, key, { is: 'message', text: said }, { native: key, role: 'assistant', parent: opened, turn: opened });
}

/** `asks`: it sets the agent to work, as a notice or summary does not. */
export function prompt(
  page: Page,
  key: string,
  said: string,
  origin: Origin,
  turnId: string | undefined,
  asks: boolean,
): void {
  const { memory } = page;
  // Where turns have no ids (bare items, 0.98), everything the user says begins one.
  const current = turnOf(memory, turnId) ?? beginTurn(memory, turnId ?? null);
  const turn = current.id === null && asks && current.prompt !== null ? beginTurn(memory, null) : current;
  if (turn.prompt === null || (asks && !turn.asked)) {
    turn.prompt = key;
    turn.asked = asks;
  }
  emit(
    page,
    key,
    { is: 'prompt', text: said, origin },
    { native: key, role: 'user', parent: turn.prompt, turn: turn.prompt },
  );
  stepped(page, key);
}

/** A thought is told when the model summarised it; most are encrypted. */
export function reasoning(page: Page, payload: JsonObject): void {
  const told = page.memory.thoughtTold === true;
  delete page.memory.thoughtTold;
  const summary = partTexts(payload['summary']).filter((part) => part.trim() !== '');
  const thought = summary.length > 0 || told ? summary : partTexts(payload['content']);
  think(page, name(payload['id']) ?? page.line, thought.join('\n\n'), passthrough(payload).turn);
}

/** Models that show their reasoning as it is: the item written after this event leaves the text out. */
export function rawReasoning(page: Page, payload: JsonObject): void {
  think(page, page.line, text(payload['text']) ?? '', undefined);
  page.memory.thoughtTold = true;
}

function think(page: Page, key: string, thought: string, turn: string | undefined): void {
  if (thought.trim() === '') return;
  const opened = promptOf(page.memory, turn);
  emit(page, key, { is: 'thinking', text: thought }, { native: key, role: 'assistant', parent: opened, turn: opened });
}

/** Bare items have no `turn_context`; where the session ran is said to the model only. */
function placeOf(page: Page, texts: readonly string[]): void {
  if (page.memory.version !== undefined) return;
  for (const said of texts) {
    const cwd = name(/<cwd>([^<\n]+)<\/cwd>/.exec(said)?.[1] ?? /^Current working directory: (.+)$/m.exec(said)?.[1]);
    if (cwd === undefined || cwd === page.memory.cwd) continue;
    page.memory.cwd = cwd;
    page.sessions.push({ uid: page.session, cwd });
  }
}

/** What an agent said to another: the task at the beginning of a sub-agent, its answer at the end. */
export function agentMessage(page: Page, payload: JsonObject): void {
  const said = partTexts(payload['content']).join('').trim();
  const author = text(payload['author']);
  const key = name(payload['id']) ?? page.line;
  const letter = letterOf(said);
  const isTask = letter?.type === 'NEW_TASK';
  const sealed = list(payload['content']).length > 0 && said.endsWith('Payload:') ? ' (encrypted)' : '';
  if (isTask && page.isSubagent) page.sessions.push({ uid: page.session, title: letter.task });
  prompt(
    page,
    key,
    wordsOf(letter, sealed) ?? said + sealed,
    isTask && page.isSubagent ? 'harness' : 'notification',
    passthrough(payload).turn,
    isTask,
  );
  const child = author === undefined ? undefined : page.memory.agents.get(author);
  if (child !== undefined && letter?.type === 'FINAL_ANSWER') returnedBy(page, child, key);
}

interface Letter {
  readonly type: string;
  /** Names of agents are paths, `/root/review_cart`; the last part says what it is about. */
  readonly task: string;
  readonly sender: string;
  readonly words: string;
}

function letterOf(said: string): Letter | undefined {
  const [, type, task = '', sender = '', words = ''] =
    /^Message Type: (\w+)\nTask name: (.*)\nSender: (.*)\nPayload:\s*([^]*)$/.exec(said) ?? [];
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return type === undefined ? undefined : { type, task: last(task), sender: last(sender), words };
}

/** What a person would read of it; undefined for letters of a kind we do not know. */
function wordsOf(letter: Letter | undefined, sealed: string): string | undefined {
  if (letter?.type === 'NEW_TASK') return `${letter.task}:${sealed || ` ${letter.words}`}`;
  return letter?.type === 'FINAL_ANSWER' ? `${letter.sender}:${sealed || ` ${letter.words}`}` : undefined;
}
