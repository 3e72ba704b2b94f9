import type { EventFacts } from '../../model/event-facts.ts';
import { maskedReading } from '../scan/mask-sessions.ts';
import { TruncatedError } from '../../platform/files/bytes-of.ts';
import { readRuns } from '../../platform/files/line-runs.ts';
import { type LineBytes, LineSplitter } from '../../platform/files/split-lines.ts';
import { createNormaliser, type Normaliser } from '../../normalise/normaliser.ts';
import type { Reader, Source } from '../../sources/source.ts';
import type { Resume, ScanJob } from '../scan/scan-batch.ts';
import type { ByteSource, SavedState } from '../scan/scan.ts';
import { FactExtractor } from './fact-extractor.ts';

/**
 * What is further back is seldom a direct cause of what comes next, and a session of a hundred megabytes must not be
 * read for one line.
 */
const furthestBack = 8 * 1024 * 1024;

/**
 * The facts of the part of a file that was read before. It is read again, because the analysis of what follows depends
 * on it.
 */
export async function rereadFacts(
  job: ScanJob,
  source: Source,
  resume: Resume,
  bytes: ByteSource,
): Promise<readonly EventFacts[]> {
  const { start, lines } = beginning(resume);
  const rereading = new Rereading(job, source, lines, extractorOf(resume));
  // From the byte before: everything up to the first newline belongs to the previous line.
  const from = Math.max(0, start - 1);
  const splitter = new LineSplitter(from);
  let isOurs = start === 0;
  const read = (line: LineBytes) => {
    if (isOurs) rereading.line(line);
    isOurs = true;
  };
  for await (const chunk of upTo(resume.offset, from, bytes(job.path, from)))
    for (const line of splitter.push(chunk)) read(line);
  // Already read, although no newline had ended it.
  const rest = splitter.rest();
  if (rest) read(rest);
  return rereading.facts;
}

/** It knows the folders in which sessions started, which may be further back. */
function extractorOf({ state }: Resume): FactExtractor {
  return new FactExtractor(state === null ? undefined : (JSON.parse(state) as SavedState).rows.teller);
}

/** Pieces begin with a line. */
function beginning({ offset, pieces }: Resume): { readonly start: number; readonly lines: number } {
  const start = pieces.find((piece) => piece.start >= offset - furthestBack)?.start ?? offset;
  const before = pieces.filter((piece) => piece.start < start);
  return { start, lines: before.reduce((sum, { lines }) => sum + [...readRuns(lines)].length, 0) };
}

/** Bytes that begin at `from`, up to `end`. */
export async function* upTo(end: number, from: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let left = end - from;
  try {
    for await (const part of bytes) {
      if (left <= 0) return;
      yield Buffer.from(part.buffer, part.byteOffset, Math.min(part.length, left));
      left -= part.length;
    }
  } catch (error) {
    // The scan that continues reports it.
    if (!(error instanceof TruncatedError)) throw error;
  }
}

/** Reads lines as a scan does, for their facts alone. */
class Rereading {
  readonly facts: EventFacts[] = [];
  readonly #extractor: FactExtractor;
  readonly #reader: Reader;
  readonly #normaliser: Normaliser = createNormaliser();
  readonly #spansLines: boolean;
  #number: number;

  constructor({ identity }: ScanJob, source: Source, lines: number, extractor: FactExtractor) {
    this.#extractor = extractor;
    this.#reader = source.reader(identity);
    this.#spansLines = source.spansLines ?? false;
    this.#number = lines;
  }

  line({ bytes }: LineBytes): void {
    const number = ++this.#number;
    const text = bytes?.toString();
    if (text === undefined || (text.trim() === '' && !this.#spansLines)) return;
    const { sessions = [], drafts = [] } = maskedReading(this.#reader.line({ text, number }));
    for (const { uid, cwd } of sessions) {
      if (cwd === undefined) continue;
      this.#normaliser.cwd(uid, cwd);
      this.#extractor.cwd(uid, cwd);
    }
    for (const draft of drafts) this.facts.push(this.#extractor.extract(draft, this.#normaliser.event(draft)));
  }
}
