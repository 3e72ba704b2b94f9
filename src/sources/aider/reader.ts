import { readingOf } from '../reader/json-lines.ts';
import type { Identity, Json, Line, Reader, Reading } from '../source.ts';
import { printed } from './deeds.ts';
import { lintEnds, malformedEnds } from './failures.ts';
import { sessionAt, utc } from './identity.ts';
import { formOf } from './line.ts';
import type { Form } from './line.ts';
import { markerOf } from './markers.ts';
import { addTo, clearAside, fromJson, newMemory, setAside, toJson } from './memory.ts';
import type { Block, Memory } from './memory.ts';
import { ownLine } from './own-lines.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';
import { promptBegins, promptEnds, promptGoesOn } from './prompts.ts';
import { replyEnds } from './replies.ts';
import { type Used, usageOf } from './usage.ts';

/** Reads a chat history. Blocks of several lines are told by the line that ends them. */
export function chatReader(identity: Identity, state?: Json): Reader {
  const memory = state ? fromJson(state) : newMemory(identity.session);
  return { line: (line) => readLine(identity, memory, line), state: () => toJson(memory) };
}

function readLine(identity: Identity, memory: Memory, { text: whole, number }: Line): Reading {
  const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
  const page: Page = { memory, number, key: `line:${number}`, drafts: [], sessions: [] };
  const form = formOf(text);
  if (memory.start && form.is !== 'blank') begin(page, form.is === 'start' ? '' : text, identity.cwd);
  switch (form.is) {
    case 'start':
      endBlock(page);
      printed(page);
      memory.start = { line: number, time: form.time };
      break;
    case 'blank':
      blank(page);
      break;
    case 'user':
      if (isPrompt(memory, form)) user(page, form.text, form.marked);
      else plain(page, text, form.marked);
      break;
    case 'tool':
      if (isOwn(memory, form)) own(page, form.text, form.marked);
      else plain(page, text, form.marked);
      break;
    case 'plain':
      plain(page, form.text, form.marked);
      break;
  }
  if (form.is === 'blank') memory.afterBlank = true;
  else delete memory.afterBlank;
  return readingOf(page);
}

/** What stands first below the start is part of the session's name. */
function begin(page: Page, below: string, cwd: string | undefined): void {
  const { memory } = page;
  const { line, time } = memory.start!;
  const session = sessionAt(time, below);
  const test = /\s--test-cmd[ =](.+?)(?=\s--\S|\s*$)/
    .exec(below)?.[1]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, '$2');
  for (const field of Object.keys(memory)) delete (memory as unknown as Record<string, unknown>)[field];
  Object.assign(memory, newMemory(session), { header: true, awaiting: false });
  if (test !== undefined) memory.testCommand = test.slice(0, 1024);
  patch(page, { cwd });
  const at = utc(time);
  emit(
    page,
    `line:${line}`,
    { is: 'lifecycle', type: 'session_start', text: `aider chat started at ${time}` },
    { role: 'system', fromLine: line, ...(Number.isNaN(at) ? {} : { at }) },
  );
}

/**
 * Replies may hold headings and quotes. The two spaces tell them apart; without those, what follows a prompt is its
 * reply, and a reply ends with what aider says.
 */
function isPrompt(
  { marked, block, goesOn, unanswered }: Memory,
  form: Extract<Form, { is: 'user' | 'tool' }>,
): boolean {
  if (form.marked || block?.is === 'prompt') return true;
  if (goesOn === 'until-marked') return false;
  return !marked && block?.is !== 'reply' && !unanswered;
}

function isOwn({ marked, block, goesOn, afterBlank }: Memory, form: Extract<Form, { is: 'user' | 'tool' }>): boolean {
  if (form.marked) return true;
  if (marked && goesOn === 'until-marked') return false;
  // A reply comes after a blank line, what aider says right after the line before.
  if (block?.is !== 'reply') return !marked || !afterBlank;
  const marker = markerOf(form.text);
  // Where the cache was used the line of tokens goes on in a second one, and has no spaces.
  return marker !== undefined && (marker.is === 'tokens' || !marked);
}

function user(page: Page, text: string, marked: boolean): void {
  const { memory } = page;
  if (marked) memory.marked = true;
  delete memory.header;
  delete memory.goesOn;
  if (memory.block?.is === 'prompt') {
    promptGoesOn(page, text);
    return;
  }
  endBlock(page);
  memory.lastOwn = page.number;
  promptBegins(page, text);
}

function own(page: Page, text: string, marked: boolean): void {
  const { memory } = page;
  const marker = markerOf(text);
  if (marked) memory.marked = true;
  delete memory.unanswered;
  if (memory.block && belongsTo(memory.block, marker?.is)) addTo(memory.block, text);
  else {
    const isTold = memory.block?.is === 'reply' && marker?.is === 'tokens';
    if (isTold) memory.awaiting = false;
    endBlock(page, isTold ? usageOf(marker) : {});
    if (marker?.is === 'lint' || marker?.is === 'malformed') {
      clearAside(memory);
      memory.block = { is: marker.is, from: page.number, lines: [text], size: text.length + 1 };
    } else if (!isTold) ownLine(page, text);
  }
  // What has several lines is marked at its end only. Without marks an error about edits ends with its last sentence.
  const isOpen =
    !marked &&
    (memory.marked === true ||
      (memory.block?.is === 'malformed' && /^# \d+ SEARCH\/REPLACE blocks? failed/.test(text)));
  memory.goesOn = isOpen ? 'until-marked' : 'directly';
  memory.lastOwn = page.number;
}

/** What a linter or an error says may look like anything; only what aider says next ends it. */
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

function blank(page: Page): void {
  const { memory } = page;
  if (memory.goesOn === 'until-marked' || memory.block?.is === 'reply') {
    if (memory.block) addTo(memory.block, '');
    else setAside(memory, '', page.number);
    return;
  }
  delete memory.goesOn;
  endBlock(page);
}

function plain(page: Page, text: string, marked: boolean): void {
  const { memory } = page;
  if (memory.goesOn !== undefined) {
    if (memory.block) addTo(memory.block, text.trimEnd());
    else setAside(memory, text, page.number);
    if (memory.goesOn === 'until-marked' && (memory.marked ? marked : lastOfError.test(text)))
      memory.goesOn = 'directly';
    return;
  }
  if (memory.header) return;
  if (memory.block?.is !== 'reply') {
    endBlock(page);
    delete memory.unanswered;
    // A reply that begins like a prompt can be told from one by what stands before it only.
    const readFrom = /^(?:####|>)/.test(text) ? memory.lastOwn : undefined;
    memory.block = { is: 'reply', from: page.number, lines: [], size: 0, ...(readFrom !== undefined && { readFrom }) };
    clearAside(memory);
  }
  addTo(memory.block!, text);
}
const lastOfError = /^(?:The SEARCH section must exactly match|Just reply with fixed versions)/;

function endBlock(page: Page, used: Used = {}): void {
  const { memory } = page;
  switch (memory.block?.is) {
    case 'prompt':
      promptEnds(page);
      break;
    case 'reply':
      replyEnds(page, used);
      break;
    case 'malformed':
      malformedEnds(page);
      break;
    case 'lint':
      lintEnds(page);
      break;
    case undefined:
      break;
  }
  delete memory.block;
}
