import type { Origin } from '../../../model/words.ts';
import { list, name, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { returnedBy } from './agents.ts';
import { promptOrigin } from './origin.ts';
import type { CodexContext } from './memory.ts';
import { partTexts, passthrough } from './record.ts';
import { beginTurn, promptOf, turnOf } from './turns.ts';

export function message(context: CodexContext, payload: JsonObject, metadata: JsonObject): void {
  const { turn, kinds } = passthrough(payload);
  const role = text(payload['role']) ?? 'user';
  const content = payload['content'];
  const texts = typeof content === 'string' ? [content] : partTexts(content);
  const key = name(payload['id']) ?? context.key;
  if (role === 'assistant') {
    // A compaction's answer comes again in its `compacted` record, where it is the prompt that the session continues
    // from.
    if (metadata['compaction_output'] !== true) reply(context, key, texts.join(''), turn);
    return;
  }
  const found = promptOrigin(role, texts, kinds);
  if (!found) {
    placeOf(context, texts);
    return;
  }
  const origin = found.origin === 'human' && context.isSubagent ? 'harness' : found.origin;
  prompt(context, key, found.text, origin, turn, found.asks);
  if (found.origin === 'notification') returnedBy(context, found.text, key);
}

function reply(context: CodexContext, key: string, content: string, turn: string | undefined): void {
  if (content.trim() === '') return;
  const opened = promptOf(context.memory, turn);
  context.emit(key, { is: 'message', text: content }, { native: key, role: 'assistant', parent: opened, turn: opened });
}

/** `asks`: it starts the agent's work, as a notice or summary does not. */
export function prompt(
  context: CodexContext,
  key: string,
  content: string,
  origin: Origin,
  turnId: string | undefined,
  asks: boolean,
): void {
  const { memory } = context;
  // Where turns have no ids (bare items, 0.98), every user message begins one.
  const current = turnOf(memory, turnId) ?? beginTurn(memory, turnId);
  const turn =
    current.id === undefined && asks && current.prompt !== undefined ? beginTurn(memory, undefined) : current;
  if (turn.prompt === undefined || (asks && !turn.asked)) {
    turn.prompt = key;
    turn.asked = asks;
  }
  context.emit(
    key,
    { is: 'prompt', text: content, origin },
    { native: key, role: 'user', parent: turn.prompt, turn: turn.prompt },
  );
  context.step(key);
}

/** A thought is emitted when the model summarised it; most are encrypted. */
export function reasoning(context: CodexContext, payload: JsonObject): void {
  const wasEmitted = context.memory.thoughtEmitted === true;
  delete context.memory.thoughtEmitted;
  const summary = partTexts(payload['summary']).filter((part) => part.trim() !== '');
  const thought = summary.length > 0 || wasEmitted ? summary : partTexts(payload['content']);
  think(context, name(payload['id']) ?? context.key, thought.join('\n\n'), passthrough(payload).turn);
}

/** Models that show their reasoning as it is: the item written after this event leaves the text out. */
export function rawReasoning(context: CodexContext, payload: JsonObject): void {
  think(context, context.key, text(payload['text']) ?? '', undefined);
  context.memory.thoughtEmitted = true;
}

function think(context: CodexContext, key: string, thought: string, turn: string | undefined): void {
  if (thought.trim() === '') return;
  const opened = promptOf(context.memory, turn);
  context.emit(
    key,
    { is: 'thinking', text: thought },
    { native: key, role: 'assistant', parent: opened, turn: opened },
  );
}

/** Bare items have no `turn_context`; the folder is only in the text for the model. */
function placeOf(context: CodexContext, texts: readonly string[]): void {
  if (context.memory.version !== undefined) return;
  for (const content of texts) {
    const cwd = name(
      /<cwd>([^<\n]+)<\/cwd>/.exec(content)?.[1] ?? /^Current working directory: (.+)$/m.exec(content)?.[1],
    );
    context.patchChanged({ cwd });
  }
}

/** A message from one agent to another: the task at the beginning of a sub-agent, its answer at the end. */
export function agentMessage(context: CodexContext, payload: JsonObject): void {
  const content = partTexts(payload['content']).join('').trim();
  const author = text(payload['author']);
  const key = name(payload['id']) ?? context.key;
  const letter = letterOf(content);
  const isTask = letter?.type === 'NEW_TASK';
  const sealed = list(payload['content']).length > 0 && content.endsWith('Payload:') ? ' (encrypted)' : '';
  if (isTask && context.isSubagent) context.sessions.push({ uid: context.session, title: letter.task });
  prompt(
    context,
    key,
    wordsOf(letter, sealed) ?? content + sealed,
    isTask && context.isSubagent ? 'harness' : 'notification',
    passthrough(payload).turn,
    isTask,
  );
  const child = author === undefined ? undefined : context.memory.agents.get(author);
  if (child !== undefined && letter?.type === 'FINAL_ANSWER') returnedBy(context, child, key);
}

interface Letter {
  readonly type: string;
  /** Names of agents are paths, `/root/review_cart`; the last part is the task. */
  readonly task: string;
  readonly sender: string;
  readonly words: string;
}

function letterOf(content: string): Letter | undefined {
  const [, type, task = '', sender = '', words = ''] =
    /^Message Type: (\w+)\nTask name: (.*)\nSender: (.*)\nPayload:\s*([^]*)$/.exec(content) ?? [];
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return type === undefined ? undefined : { type, task: last(task), sender: last(sender), words };
}

/** Its readable text; undefined for letters of an unknown kind. */
function wordsOf(letter: Letter | undefined, sealed: string): string | undefined {
  if (letter?.type === 'NEW_TASK') return `${letter.task}:${sealed || ` ${letter.words}`}`;
  return letter?.type === 'FINAL_ANSWER' ? `${letter.sender}:${sealed || ` ${letter.words}`}` : undefined;
}
