import type { Usage } from '../reader/draft-of.ts';
import { readingOf } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { printed } from './actions.ts';
import { lintEnds, malformedEnds } from './failures.ts';
import { sessionAt, utc } from './identity.ts';
import { formOf } from './line.ts';
import type { Form } from './line.ts';
import { markerOf } from './markers.ts';
import { AiderMemory } from './memory.ts';
import type { Block } from './memory.ts';
import { ownLine } from './own-lines.ts';
import { AiderContext } from './record-context.ts';
import { promptBegins, promptEnds, promptGoesOn } from './prompts.ts';
import { replyEnds } from './replies.ts';
import { usageOf } from './usage.ts';

/** Reads a chat history. Blocks of several lines are emitted with the line that ends them. */
export function chatReader(identity: Identity, state?: Json): Reader {
  const memory = new AiderMemory(identity.session).restore(state);
  return { line: (line) => readLine(identity, memory, line), state: () => memory.save() };
}

function readLine(identity: Identity, memory: AiderMemory, { text: whole, number }: Line): Reading {
  const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
  const form = formOf(text);
  const context =
    memory.start && form.is !== 'blank'
      ? begin(memory, memory.start, { below: form.is === 'start' ? '' : text, number, cwd: identity.cwd })
      : new AiderContext(memory, number);
  switch (form.is) {
    case 'start':
      endBlock(context);
      printed(context);
      memory.start = { line: number, time: form.time };
      break;
    case 'blank':
      blank(context);
      break;
    case 'user':
      if (isPrompt(memory, form)) user(context, form.text, form.marked);
      else plain(context, text, form.marked);
      break;
    case 'tool':
      if (isOwn(memory, form)) own(context, form.text, form.marked);
      else plain(context, text, form.marked);
      break;
    case 'plain':
      plain(context, form.text, form.marked);
      break;
  }
  if (form.is === 'blank') memory.afterBlank = true;
  else delete memory.afterBlank;
  return readingOf(context);
}

/** The first line below the start is part of the session's name. */
function begin(
  memory: AiderMemory,
  { line, time }: NonNullable<AiderMemory['start']>,
  { below, number, cwd }: { readonly below: string; readonly number: number; readonly cwd: string | undefined },
): AiderContext {
  memory.begin(sessionAt(time, below));
  const test = /\s--test-cmd[ =](.+?)(?=\s--\S|\s*$)/
    .exec(below)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  if (test !== undefined) memory.testCommand = test.slice(0, 1024);
  const context = new AiderContext(memory, number);
  context.patch({ cwd });
  const at = utc(time);
  context.emit(
    `line:${line}`,
    { is: 'lifecycle', type: 'session_start', text: `aider chat started at ${time}` },
    { role: 'system', fromLine: line, ...(Number.isNaN(at) ? {} : { at }) },
  );
  return context;
}

/**
 * Replies may contain headings and quotes. The two spaces distinguish them; without those, what follows a prompt is its
 * reply, and a reply ends with aider's next message.
 */
function isPrompt(
  { marked, block, goesOn, unanswered }: AiderMemory,
  form: Extract<Form, { is: 'user' | 'tool' }>,
): boolean {
  if (form.marked || block?.is === 'prompt') return true;
  if (goesOn === 'until-marked') return false;
  return !marked && block?.is !== 'reply' && !unanswered;
}

function isOwn(
  { marked, block, goesOn, afterBlank }: AiderMemory,
  form: Extract<Form, { is: 'user' | 'tool' }>,
): boolean {
  if (form.marked) return true;
  if (marked && goesOn === 'until-marked') return false;
  // A reply comes after a blank line, aider's message right after the line before.
  if (block?.is !== 'reply') return !marked || !afterBlank;
  const marker = markerOf(form.text);
  // With cache usage the line of tokens continues in a second one, without the spaces.
  return marker !== undefined && (marker.is === 'tokens' || !marked);
}

function user(context: AiderContext, text: string, marked: boolean): void {
  const { memory } = context;
  if (marked) memory.marked = true;
  delete memory.header;
  delete memory.goesOn;
  if (memory.block?.is === 'prompt') {
    promptGoesOn(context, text);
    return;
  }
  endBlock(context);
  memory.lastOwn = context.line;
  promptBegins(context, text);
}

function own(context: AiderContext, text: string, marked: boolean): void {
  const { memory } = context;
  const marker = markerOf(text);
  if (marked) memory.marked = true;
  delete memory.unanswered;
  if (memory.block && belongsTo(memory.block, marker?.is)) memory.addToBlock(memory.block, text);
  else {
    const isUsage = memory.block?.is === 'reply' && marker?.is === 'tokens';
    if (isUsage) memory.awaiting = false;
    endBlock(context, isUsage ? usageOf(marker) : {});
    if (marker?.is === 'lint' || marker?.is === 'malformed') {
      memory.clearAside();
      memory.block = { is: marker.is, from: context.line, lines: [text], size: text.length + 1 };
    } else if (!isUsage) ownLine(context, text);
  }
  // A block of several lines is marked at its end only. Without marks an error about edits ends with its last sentence.
  const isOpen =
    !marked &&
    (memory.marked === true ||
      (memory.block?.is === 'malformed' && /^# \d+ SEARCH\/REPLACE blocks? failed/.test(text)));
  memory.goesOn = isOpen ? 'until-marked' : 'directly';
  memory.lastOwn = context.line;
}

/** The text of a linter or an error may look like anything; only aider's next message ends it. */
function belongsTo({ is }: Block, marker: string | undefined): boolean {
  if (is === 'lint') return marker === undefined || !endsLint.has(marker);
  return is === 'malformed' && (marker === undefined || !endsError.has(marker));
}
const endsLint = new Set([
  'lint',
  'lint-asked',
  'test-asked',
  'commit',
  'applied',
  'tokens',
  'interrupt',
  'exit',
  'gave-up',
  'malformed',
]);
const endsError = new Set([
  'malformed',
  'commit',
  'applied',
  'tokens',
  'interrupt',
  'exit',
  'gave-up',
  'lint',
  'shell-asked',
  'running',
]);

function blank(context: AiderContext): void {
  const { memory } = context;
  if (memory.goesOn === 'until-marked' || memory.block?.is === 'reply') {
    if (memory.block) memory.addToBlock(memory.block, '');
    else memory.setAside('', context.line);
    return;
  }
  delete memory.goesOn;
  endBlock(context);
}

function plain(context: AiderContext, text: string, marked: boolean): void {
  const { memory } = context;
  if (memory.goesOn !== undefined) {
    if (memory.block) memory.addToBlock(memory.block, text.trimEnd());
    else memory.setAside(text, context.line);
    if (memory.goesOn === 'until-marked' && (memory.marked ? marked : lastOfError.test(text)))
      memory.goesOn = 'directly';
    return;
  }
  if (memory.header) return;
  if (memory.block?.is !== 'reply') {
    endBlock(context);
    delete memory.unanswered;
    // A reply that begins like a prompt differs from one only by what is before it.
    const readFrom = /^(?:####|>)/.test(text) ? memory.lastOwn : undefined;
    memory.block = {
      is: 'reply',
      from: context.line,
      lines: [],
      size: 0,
      ...(readFrom !== undefined && { readFrom }),
    };
    memory.clearAside();
  }
  memory.addToBlock(memory.block!, text);
}
const lastOfError = /^(?:The SEARCH section must exactly match|Just reply with fixed versions)/;

function endBlock(context: AiderContext, used: Usage = {}): void {
  const { memory } = context;
  switch (memory.block?.is) {
    case 'prompt':
      promptEnds(context);
      break;
    case 'reply':
      replyEnds(context, used);
      break;
    case 'malformed':
      malformedEnds(context);
      break;
    case 'lint':
      lintEnds(context);
      break;
    case undefined:
      break;
  }
  delete memory.block;
}
