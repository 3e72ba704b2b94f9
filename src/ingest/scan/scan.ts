import { isUtf8 } from 'node:buffer';
import { bytesOf, TruncatedError } from '../../platform/files/bytes-of.ts';
import { redact } from '../../platform/redact.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import { DocumentSplitter, type RecordBytes } from '../../platform/files/split-document.ts';
import { LineSplitter, type LineBytes } from '../../platform/files/split-lines.ts';
import type { EventFacts } from '../../model/event-facts.ts';
import type { Disposition } from '../../model/words.ts';
import type { Container, Json, Line, Link, Reader, Reading, SessionPatch, Source } from '../../sources/source.ts';
import type { IssueRow, UnknownRow } from '../../store/store.ts';
import { comparePieces, type Compared } from './compare-pieces.ts';
import { EventRows, type EventRowsState } from './event-rows.ts';
import { LineStarts, type LineStartsState } from './line-starts.ts';
import { knownBlocks, type LooseBatch, packPiece } from './pack.ts';
import { maskedReading } from './mask-sessions.ts';
import { PieceBuilder, pieceSize } from './piece-builder.ts';
import { rereadFacts, upTo } from '../analysis/reread-facts.ts';
import type { PieceDraft, Resume, ScanJob } from './scan-batch.ts';

/**
 * Reads one file, from its beginning or from where reading stopped, a piece at a time. Constant memory; does not use
 * the store.
 */
export async function* scan(job: ScanJob, source: Source): AsyncGenerator<LooseBatch> {
  const left = job.resume;
  const bytes = bytesOfJob(job, source);
  const now = left ? await comparePieces(bytes(job.path, 0), left.pieces) : 'other';
  if (!left || !goesOn(job, now)) {
    // Never read, or rewritten since: from the beginning, as a version of its own, sharing the blocks that are the
    // same.
    yield* new Scan(job, source, { version: left ? left.version + 1 : job.firstVersion, blocks: knownBlocks(job) }).run(
      bytes,
    );
    return;
  }
  yield* goOn(job, source, { resume: left, bytes, isAnalysed: now === 'same' });
}

/**
 * Goes on where reading stopped, over bytes that are known to begin with what was read before: the archive's own, with
 * what was received after them.
 */
export async function* scanAppended(
  job: ScanJob & { readonly resume: Resume },
  source: Source,
  bytes: ByteSource,
): AsyncGenerator<LooseBatch> {
  yield* goOn(job, source, { resume: job.resume, bytes, isAnalysed: false });
}

async function* goOn(
  job: ScanJob,
  source: Source,
  {
    resume: left,
    bytes,
    isAnalysed,
  }: { readonly resume: Resume; readonly bytes: ByteSource; readonly isAnalysed: boolean },
): AsyncGenerator<LooseBatch> {
  const resume = isCurrent(left.state) ? left : { ...left, state: await stateAt(left.offset, job, source, bytes) };
  const isKnown = isAnalysed || resume.isAnalysed === true || job.identity.secondary !== undefined;
  const earlier = isKnown ? undefined : await rereadFacts(job, source, resume, bytes);
  yield* new Scan(job, source, { version: resume.version, blocks: knownBlocks(job), resume, earlier }).run(bytes);
}

/** The state of a scan that has read this far; its output on the way is known already and dropped. */
async function stateAt(offset: number, job: ScanJob, source: Source, bytes: ByteSource): Promise<string> {
  let state = '';
  for await (const batch of new Scan(job, source, { version: job.firstVersion }).run((path) =>
    upTo(offset, 0, bytes(path, 0)),
  ))
    state = batch.state;
  return state;
}

/** Reads a version that is in the archive already, with the blocks that are `known`; without them, no pieces. */
export function scanArchived(
  job: ScanJob,
  source: Source,
  bytes: ByteSource,
  known?: ReadonlySet<string>,
): AsyncGenerator<LooseBatch> {
  return new Scan(job, source, { version: job.firstVersion, blocks: known }).run(bytes);
}

export type ByteSource = (path: string, from: number) => AsyncIterable<Uint8Array>;

export function bytesOfJob({ contained }: ScanJob, { container }: Source): ByteSource {
  return contained && container ? (path, from) => bytesInside(container, path, from) : bytesOf;
}

/**
 * A container may be locked, vanish or be damaged at any moment. That affects one file only, as when a file cannot be
 * read.
 */
async function* bytesInside(container: Container, path: string, from: number): AsyncGenerator<Uint8Array> {
  try {
    yield* container.bytes(path, from);
  } catch (error) {
    if (error instanceof TruncatedError) throw error;
    const { message, code = 'unreadable', syscall = 'read' } = error as NodeJS.ErrnoException;
    throw Object.assign(new Error(message, { cause: error }), { code, syscall });
  }
}

/** Lines are appended; a document that differs was rewritten. */
function goesOn({ document }: ScanJob, now: Compared): boolean {
  return now === 'same' || (now === 'longer' && !document);
}

/** A record kind comes from the file and may be anything. */
const longestName = 80;

/** Redacted before it is cut: half a secret is not recognised any more. */
function shortName(text: string): string {
  return redact(text.slice(0, 10 * longestName)).slice(0, longestName);
}

/**
 * Increase it whenever a reader or `EventRows` saves something else. A state of another format is ignored and the file
 * read from its beginning.
 */
const stateFormat = 1;

/** A side file has no state, and that is current. */
function isCurrent(state: string | null): boolean {
  return state === null || (state !== '' && (JSON.parse(state) as SavedState).format === stateFormat);
}

export interface SavedState {
  /** Absent in states saved before formats existed. */
  readonly format?: number;
  readonly reader: Json;
  readonly rows: EventRowsState;
  readonly lineNumber: number;
  /** The last line was complete except for its newline. */
  readonly unterminated: boolean;
  readonly starts?: LineStartsState;
}

interface ScanOptions {
  readonly version: number;
  /** Those the store has. Without them no pieces are made. */
  readonly blocks?: ReadonlySet<string> | undefined;
  readonly resume?: Resume;
  readonly earlier?: readonly EventFacts[] | undefined;
}

class Scan {
  readonly #path: string;
  readonly #version: number;
  readonly #reader: Reader;
  readonly #rows: EventRows;
  readonly #starts: LineStarts | undefined;
  readonly #splitter: LineSplitter | DocumentSplitter;
  readonly #builder: PieceBuilder;
  readonly #blocks: ReadonlySet<string> | undefined;
  #runsBefore: string;
  #lineNumber: number;
  #unterminated: boolean;
  /** Up to here lines have been read. */
  #offset: number;
  #lines: Disposition[] = [];
  #patches: SessionPatch[] = [];
  #links: { link: Link; lineIndex: number }[] = [];
  #titles: { native: string; title: string }[] = [];
  #unknown: UnknownRow[] = [];
  #issues: IssueRow[] = [];
  #earlier: readonly EventFacts[] | undefined;

  constructor(job: ScanJob, source: Source, { version, blocks, resume, earlier }: ScanOptions) {
    const saved = resume?.state ? (JSON.parse(resume.state) as SavedState) : undefined;
    // The piece with the first unread byte is collected again: it grows, or its torn line is completed.
    const piece = resume?.pieces.findLast(
      ({ start, length }) => start <= resume.offset && (start + length > resume.offset || length < pieceSize),
    );
    this.#path = job.path;
    this.#version = version;
    this.#blocks = blocks;
    this.#reader = source.reader(job.identity, saved?.reader);
    this.#rows = new EventRows(saved?.rows, {
      isAnalysed: job.isAnalysed ?? job.identity.secondary === undefined,
      isSecondary: job.identity.secondary !== undefined,
      ...(source.clientCommands && { clientCommands: source.clientCommands }),
    });
    this.#earlier = earlier;
    this.#starts = source.spansLines ? new LineStarts(saved?.starts) : undefined;
    this.#offset = resume?.offset ?? 0;
    this.#splitter = job.document ? new DocumentSplitter(job.document.records) : new LineSplitter(this.#offset);
    this.#builder = new PieceBuilder(piece?.start ?? this.#offset);
    this.#runsBefore = piece?.lines ?? '';
    this.#lineNumber = saved?.lineNumber ?? 0;
    this.#unterminated = saved?.unterminated ?? false;
  }

  async *run(bytes: ByteSource): AsyncGenerator<LooseBatch> {
    let at = this.#builder.start;
    try {
      for await (const part of bytes(this.#path, at)) {
        const chunk = Buffer.from(part.buffer, part.byteOffset, part.length);
        this.#builder.append(chunk);
        const understood = Math.max(0, Math.min(chunk.length, this.#offset - at));
        at += chunk.length;
        yield* this.#read(chunk.subarray(understood));
      }
    } catch (error) {
      if (!(error instanceof TruncatedError)) throw error;
      this.#issues.push({ line: 0, offset: at, reason: 'truncated-archive' });
    }
    yield this.#end();
    this.#builder.release();
  }

  *#read(chunk: Buffer): Generator<LooseBatch> {
    let unread = chunk;
    if (this.#unterminated && unread.length > 0 && this.#splitter instanceof LineSplitter) {
      this.#unterminated = false;
      if (unread[0] === 10) {
        this.#offset++;
        unread = unread.subarray(1);
        this.#splitter.skip(1);
      }
    }
    for (const line of this.#splitter.push(unread)) {
      this.#line(line);
      if (this.#offset - this.#builder.start >= pieceSize) yield this.#batch(this.#offset, false);
    }
    // A line too long to be parsed is archived as it arrives, so that its length never matters.
    if (this.#splitter.tooLong && this.#builder.length >= pieceSize)
      yield this.#batch(this.#builder.start + this.#builder.length, true);
  }

  #end(): LooseBatch {
    const torn =
      this.#splitter instanceof LineSplitter ? this.#endOfLines(this.#splitter) : this.#endOfDocument(this.#splitter);
    return { ...this.#batch(this.#builder.start + this.#builder.length, torn), last: true };
  }

  #endOfDocument(splitter: DocumentSplitter): boolean {
    const frame = splitter.frame();
    if (!splitter.isWhole) return true;
    if (frame) this.#line(frame);
    this.#offset = this.#builder.start + this.#builder.length;
    return false;
  }

  /** Whether the last line is torn. */
  #endOfLines(splitter: LineSplitter): boolean {
    const rest = splitter.pending > 0 ? splitter.rest() : undefined;
    // A last line without newline may still be written to, unless it is whole already.
    const whole = rest?.bytes !== undefined && parseRecords(rest.bytes.toString()).ok;
    if (rest && whole) {
      this.#line(rest);
      this.#unterminated = true;
    }
    return rest !== undefined && !whole;
  }

  #line({ offset, length, bytes, within }: LineBytes & Partial<Pick<RecordBytes, 'within'>>): void {
    const number = ++this.#lineNumber;
    this.#starts?.add(number, offset);
    this.#offset = offset + length;
    if (!bytes) {
      this.#lines.push('issue');
      this.#issues.push({ line: number, offset, reason: 'line-too-long' });
      return;
    }
    const text = bytes.toString();
    if (text.includes('\uFFFD') && !isUtf8(bytes)) this.#issues.push({ line: number, offset, reason: 'invalid-utf8' });
    // Where events span lines, a blank one may end them.
    if (text.trim() === '' && !this.#starts) {
      this.#lines.push('state');
      return;
    }
    const reading = this.#readingOf(within === undefined ? { text, number } : { text, number, within });
    const lineIndex = this.#lines.push(reading.disposition) - 1;
    if (reading.disposition === 'issue')
      this.#issues.push({ line: number, offset, reason: reading.reason ?? 'unreadable' });
    if (reading.unknown)
      this.#unknown.push({
        kind: shortName(reading.unknown.kind),
        version: reading.unknown.version === undefined ? null : shortName(reading.unknown.version),
        count: 1,
      });
    for (const { uid, cwd, model } of reading.sessions ?? []) {
      if (cwd !== undefined) this.#rows.cwd(uid, cwd);
      if (model !== undefined) this.#rows.model(uid, model);
    }
    for (const draft of reading.drafts ?? []) {
      const begin = draft.fromLine === undefined ? undefined : this.#starts?.from(draft.fromLine);
      const start = begin?.offset ?? offset;
      const place = { line: begin?.line ?? number, offset: start, length: offset + length - start, lineIndex };
      try {
        this.#rows.add(draft, place);
      } catch {
        this.#issues.push({ line: number, offset, reason: 'event-unreadable' });
      }
    }
    if (reading.sessions) this.#patches.push(...reading.sessions);
    for (const link of reading.links ?? []) this.#links.push({ link, lineIndex });
    if (reading.titles) this.#titles.push(...reading.titles);
  }

  /** Readers do not throw; if one does, the record is an issue, and those after it are read. */
  #readingOf(line: Line): Reading {
    try {
      return maskedReading(this.#reader.line(line));
    } catch {
      return { disposition: 'issue', reason: 'reader-failed' };
    }
  }

  /** Everything since the last batch, with the piece that ends at `end`. */
  #batch(end: number, torn: boolean): LooseBatch {
    const { events, facts, outcomes, firstWords } = this.#rows.take();
    const saved: SavedState = {
      format: stateFormat,
      reader: this.#reader.state(),
      rows: this.#rows.state(),
      lineNumber: this.#lineNumber,
      unterminated: this.#unterminated,
      ...(this.#starts && { starts: this.#starts.state() }),
    };
    const batch: LooseBatch = {
      version: this.#version,
      piece: this.#piece(end),
      lines: this.#lines,
      offset: this.#offset,
      bytes: end,
      torn,
      state: JSON.stringify(saved),
      events,
      facts,
      patches: this.#patches,
      firstWords,
      links: this.#links,
      titles: this.#titles,
      outcomes,
      unknown: this.#unknown,
      issues: this.#issues,
      ...(this.#earlier && { earlier: this.#earlier }),
      last: false,
    };
    this.#earlier = undefined;
    this.#lines = [];
    this.#patches = [];
    this.#links = [];
    this.#titles = [];
    this.#unknown = [];
    this.#issues = [];
    return batch;
  }

  #piece(end: number): PieceDraft | undefined {
    const { start } = this.#builder;
    if (end === start) return undefined;
    const runsBefore = this.#runsBefore;
    this.#runsBefore = '';
    const blocks = this.#blocks;
    return this.#builder.cut(end, (bytes) => blocks && packPiece({ start, runsBefore, bytes }, blocks));
  }
}
