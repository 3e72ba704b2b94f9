import type { SessionUid } from '../../model/ids.ts';
import { ReaderMemory } from '../reader/reader-memory.ts';

const longestBlock = 64 * 1024;
const longestAside = 8 * 1024;

/** A very long reply is cut: its lines are in the archive. */
export class AiderMemory extends ReaderMemory {
  session: SessionUid;
  /** A start whose first line below has not come yet: only then is the session known. */
  start?: { readonly line: number; readonly time: string };
  /** Aider's own lines of this session end in two spaces. */
  marked?: boolean;
  /** Between the start and aider's first message: nothing here is a reply. */
  header?: boolean;
  /** A block of several lines that is being read. */
  block?: Block;
  afterBlank?: boolean;
  /** Where the last prompt began, or the last of aider's own lines. */
  lastOwn?: number;
  /** A prompt was the last thing written, and it is for the model to answer. */
  unanswered?: boolean;
  /** What follows belongs to aider's own line before: until a blank line, or until a marked line. */
  goesOn?: 'directly' | 'until-marked';
  /** Aider's latest lines of unknown form: the text of a question, the output of a test. */
  readonly aside: string[] = [];
  asideFrom?: number;
  /** Edits that were asked for and not yet applied: path and key. */
  edits: readonly (readonly [path: string, key: string])[] = [];
  /** A command that was begun and whose end is not recorded yet. */
  shell?: { readonly key: string; readonly from: number; readonly isTest: boolean; readonly isAsked?: boolean };
  /** The last prompt without its slash command: aider logs `/ask x` and then `x`. */
  asked?: string;
  /** A reply is expected and not complete. */
  awaiting = true;
  /** The value of `--test-cmd` on the command line. */
  testCommand?: string;

  constructor(session: SessionUid) {
    super();
    this.session = session;
  }

  /** Another session of the file begins: nothing of the one before is carried over. */
  begin(session: SessionUid): void {
    Object.assign(this, new AiderMemory(session), { header: true, awaiting: false });
  }

  addToBlock(block: Block, line: string): void {
    if (block.size >= longestBlock) return;
    const rest = line.slice(0, longestBlock - block.size);
    block.lines.push(rest);
    block.size += rest.length + 1;
  }

  setAside(line: string, number: number): void {
    if (this.aside.length === 0) this.asideFrom = number;
    const size = this.aside.reduce((sum, each) => sum + each.length + 1, 0);
    if (size < longestAside && this.aside.length < 200) this.aside.push(line.slice(0, longestAside - size));
  }

  clearAside(): void {
    this.aside.length = 0;
    delete this.asideFrom;
  }
}

export interface Block {
  readonly is: 'prompt' | 'reply' | 'malformed' | 'lint';
  readonly from: number;
  readonly lines: string[];
  /** How much of it is remembered. */
  size: number;
  /** Where a fresh reader must begin to read it as we do. */
  readonly readFrom?: number;
  /** It was emitted before, or is not to be emitted. */
  readonly silent?: boolean;
}
