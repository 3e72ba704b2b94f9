import type { SessionUid } from '../../model/ids.ts';
import type { Json } from '../source.ts';

/**
 * What a reader carries from line to line. Everything in it is bounded: a reply as long as a book is cut, its lines
 * are in the archive.
 */
export interface Memory {
  session: SessionUid;
  /** A start whose first line below is still to come: only then is the session known. */
  start?: { readonly line: number; readonly time: string };
  /** Aider's own lines of this session end in two spaces. */
  marked?: boolean;
  /** Between the start and what aider says of itself: nothing here is a reply. */
  header?: boolean;
  /** Key of the prompt that opened the turn. */
  turn?: string;
  /** What is being read and goes on over lines. */
  block?: Block;
  afterBlank?: boolean;
  /** Where the last prompt began, or the last of aider's own lines. */
  lastOwn?: number;
  /** A prompt was the last thing written, and it is for the model to answer. */
  unanswered?: boolean;
  /** What follows belongs to aider's own line before: as long as no blank line comes, or until a line is marked. */
  goesOn?: 'directly' | 'until-marked';
  /** Aider's own last lines that said nothing known: what a question is about, what a test printed. */
  readonly aside: string[];
  asideFrom?: number;
  /** Edits that were asked for and not yet applied: path and key. */
  edits: readonly (readonly [path: string, key: string])[];
  /** A command that was begun and whose end was not told. */
  shell?: { readonly key: string; readonly from: number; readonly isTest: boolean; readonly isAsked?: boolean };
  /** What the last prompt was after its slash command: aider logs `/ask x` and then `x`. */
  asked?: string;
  /** A reply was asked for and is not complete. */
  awaiting: boolean;
  /** What `--test-cmd` on the command line says. */
  testCommand?: string;
}

export interface Block {
  readonly is: 'prompt' | 'reply' | 'malformed' | 'lint';
  readonly from: number;
  readonly lines: string[];
  /** How much of it is remembered. */
  size: number;
  /** Where a fresh reader must begin to read it as we do. */
  readonly readFrom?: number;
  /** It was told before, or is not to be told. */
  readonly silent?: boolean;
}

const longestBlock = 64 * 1024;
const longestAside = 8 * 1024;

export function newMemory(session: SessionUid): Memory {
  return { session, aside: [], edits: [], awaiting: true };
}

export function toJson(memory: Memory): Json {
  return structuredClone(memory) as unknown as Json;
}

export function fromJson(state: Json): Memory {
  return structuredClone(state) as unknown as Memory;
}

export function addTo(block: Block, line: string): void {
  if (block.size >= longestBlock) return;
  const rest = line.slice(0, longestBlock - block.size);
  block.lines.push(rest);
  block.size += rest.length + 1;
}

export function setAside(memory: Memory, line: string, number: number): void {
  if (memory.aside.length === 0) memory.asideFrom = number;
  const size = memory.aside.reduce((sum, each) => sum + each.length + 1, 0);
  if (size < longestAside && memory.aside.length < 200) memory.aside.push(line.slice(0, longestAside - size));
}

export function clearAside(memory: Memory): void {
  memory.aside.length = 0;
  delete memory.asideFrom;
}
