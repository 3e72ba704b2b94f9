import type { Draft, What } from '../../model/draft.ts';
import type { Event } from '../../model/event.ts';
import { eventKey } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Kind } from '../../model/words.ts';
import { freeBytes } from '../../platform/free-bytes.ts';
import { parseRecords } from '../../platform/parse-records.ts';
import { redactJson } from '../../platform/redact.ts';
import type { Line, LoadSources, Source } from '../../sources/source.ts';
import type { FileMark, PieceRow, Place, StoreReader } from '../../store/store.ts';
import { redactedPlace } from '../redaction/redacted.ts';
import { refOf } from '../walk/step.ts';

/** What an event was made of, read back from the archive. */
export interface Payload {
  readonly place: Place;
  /** What its source understands of the line; null when it no longer does. */
  readonly what: What | null;
  /** The line: its JSON where it is JSON, its text otherwise. */
  line(): unknown;
  /** The same as it was written, secrets and all: not to be shown. */
  readonly written: string;
}

export interface PayloadOptions {
  /** Those that may be needed, or what loads them. */
  readonly sources: readonly Source[] | LoadSources;
  /** Leave secrets in. Only the command line may ask for this. */
  readonly raw?: boolean;
  /** Called for each event whose block is damaged; what reads many events goes on without it. */
  readonly onDamage?: (damage: StemmaError) => void;
}

/**
 * Undefined when the store does not know where the event came from; throws `payload-evicted` when the bytes are gone,
 * and `block-damaged` when they are no longer what they were.
 */
export type ReadPayload = (event: Event) => Promise<Payload | undefined>;

/**
 * For one event after another, in about the order of their file: keeps the block of the last one open, so that it is
 * opened once and not for each line.
 */
export function payloadReader(read: StoreReader, options: PayloadOptions): ReadPayload {
  const block = new OpenedBlock(read);
  return (event) => readPayload(read, event, options, (place) => block.textOf(place));
}

/** For one event alone. */
export function payloadOf(read: StoreReader, event: Event, options: PayloadOptions): Promise<Payload | undefined> {
  return readPayload(read, event, options, async (place) => (await wholeLine(read, place)).toString());
}

/** Where an event's line lies, as it may be shown; of an event whose bytes are gone too. */
export async function placeOf(
  read: StoreReader,
  { id }: Event,
  { raw = false }: Pick<PayloadOptions, 'raw'>,
): Promise<Place | null> {
  const place = await read.place(refOf(id));
  if (!place) return null;
  return raw ? place : redactedPlace(place);
}

/** The bytes of a line as the agent wrote them, without the newline. */
export async function lineBytes(read: StoreReader, place: Place): Promise<Uint8Array> {
  return await wholeLine(read, place);
}

async function wholeLine(read: StoreReader, place: Place): Promise<Buffer> {
  return withoutNewline(await stretch(read, place, place.length));
}

async function readPayload(
  read: StoreReader,
  event: Event,
  { sources, raw = false, onDamage }: PayloadOptions,
  textOfLine: (place: Place) => Promise<string>,
): Promise<Payload | undefined> {
  const place = await read.place(refOf(event.id));
  if (!place) return undefined;
  const text = await textOfLine(place).catch((error: unknown) => {
    if (isDamage(error)) onDamage?.(error);
    throw error;
  });
  const mark = await read.file(place.path);
  const source = mark && (await sourceNamed(mark.source, sources));
  const what = source && mark ? whatOf(event, draftsOf(source, mark, await linesOf(read, source, place, text))) : null;
  return {
    place: raw ? place : redactedPlace(place),
    what: raw ? what : (redactJson(what) as What | null),
    written: text,
    line: () => (raw ? jsonOf(text) : redactJson(jsonOf(text))),
  };
}

async function sourceNamed(name: string, sources: PayloadOptions['sources']): Promise<Source | undefined> {
  const known = typeof sources === 'function' ? await sources(name) : sources;
  return known.find((source) => source.name === name);
}

/** The block last opened, from which the next lines are served. */
class OpenedBlock {
  readonly #read: StoreReader;
  #file = '';
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);
  #pieces: { readonly file: string; readonly all: readonly Piece[] } = { file: '', all: [] };

  constructor(read: StoreReader) {
    this.#read = read;
  }

  async textOf(place: Place): Promise<string> {
    return this.#held(place) ?? (await this.#opened(place)) ?? (await wholeLine(this.#read, place)).toString();
  }

  /** Undefined when the line is not in the block. */
  #held(place: Place): string | undefined {
    const from = place.offset - this.#start;
    if (this.#file !== fileOf(place) || from < 0 || from + place.length > this.#bytes.length) return undefined;
    return withoutNewline(this.#bytes.subarray(from, from + place.length)).toString();
  }

  /** Undefined when no block holds all of the line, or when it is damaged: then the line itself says so. */
  async #opened(place: Place): Promise<string | undefined> {
    const { offset, length } = place;
    const file = fileOf(place);
    if (this.#pieces.file !== file)
      this.#pieces = { file, all: bounds(await this.#read.pieces(place.path, place.version)) };
    const piece = this.#pieces.all.find(
      ({ start, length: whole }) => offset >= start && offset + length <= start + whole,
    );
    if (!piece) return undefined;
    const bytes = await stretch(this.#read, { ...place, offset: piece.start }, piece.length).catch((error: unknown) => {
      if (isDamage(error)) return undefined;
      throw error;
    });
    if (!bytes) return undefined;
    // Nothing is awaited from here on: somebody else may be reading the block before.
    freeBytes(this.#bytes);
    [this.#file, this.#start, this.#bytes] = [file, piece.start, bytes];
    return this.#held(place);
  }
}

type Piece = Pick<PieceRow, 'start' | 'length'>;

function bounds(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map(({ start, length }) => ({ start, length }));
}

function fileOf({ path, version }: Place): string {
  return `${version} ${path}`;
}

function isDamage(error: unknown): error is StemmaError {
  return error instanceof StemmaError && error.code === 'block-damaged';
}

async function stretch(read: StoreReader, { path, version, offset }: Place, length: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of read.bytes(path, version, offset, offset + length)) parts.push(part);
  const [only] = parts;
  return parts.length === 1 ? Buffer.from(only!.buffer, only!.byteOffset, only!.length) : Buffer.concat(parts);
}

function withoutNewline(bytes: Buffer): Buffer {
  return bytes.at(-1) === 10 ? bytes.subarray(0, -1) : bytes;
}

/** The words of an event: what was said, asked for, or came back. */
export function textOf(what: What): string {
  switch (what.is) {
    case 'call':
      return typeof what.input === 'string' ? what.input : JSON.stringify(what.input, null, 2);
    case 'result':
      return what.output;
    case 'prompt':
    case 'message':
    case 'thinking':
    case 'failure':
    case 'intervention':
    case 'decision':
    case 'lifecycle':
    case 'completion':
      return what.text;
  }
}

/** Enough of a document to find its records. */
const beginning = 64 * 1024;

/** What the reader got for the event: a line, several lines, or a record of a document. */
async function linesOf(read: StoreReader, source: Source, place: Place, text: string): Promise<readonly Line[]> {
  const number = place.line;
  if (source.spansLines) return text.split('\n').map((line, index) => ({ text: line, number: number + index }));
  if (!source.document) return [{ text, number }];
  const head = (await stretch(read, { ...place, offset: 0 }, beginning)).toString();
  const shape = source.document({ path: place.path, head, tail: head });
  // The record may be in any of the lists; its key identifies it.
  return shape ? shape.records.map((within) => ({ text, number, within })) : [{ text, number }];
}

/**
 * A reader that knows nothing of the lines before: enough for what a line says, not for what it means to the others.
 */
function draftsOf(source: Source, mark: FileMark, lines: readonly Line[]): readonly Draft[] {
  const reader = source.reader({ session: mark.session, ...(mark.role === 'beside' && { secondary: true }) });
  return lines.flatMap((line) => {
    try {
      return reader.line(line).drafts ?? [];
    } catch {
      // It was an issue when it was ingested.
      return [];
    }
  });
}

function whatOf(event: Event, drafts: readonly Draft[]): What | null {
  const { event: key } = refOf(event.id);
  const same = drafts.findLast((draft) => eventKey(event.session, draft.key) === key);
  if (same) return same.what;
  // Without the lines before it a draft may get another key: then what was said and by whom must do.
  const alike = drafts.filter(({ what }) => isOfKind(what, event.kind));
  const named = alike.find((draft) => nativeOf(draft, drafts) === (event.native_id ?? ''));
  return (named ?? (alike.length === 1 ? alike[0] : undefined))?.what ?? null;
}

/** A result has its call's. */
function nativeOf({ what, native }: Draft, drafts: readonly Draft[]): string | undefined {
  return what.is === 'result' ? drafts.find(({ key }) => key === what.call)?.native : native;
}

function isOfKind(what: What, kind: Kind): boolean {
  switch (kind) {
    case 'user_msg':
      return what.is === 'prompt';
    case 'assistant_msg':
      return what.is === 'message';
    case 'thinking':
    case 'decision':
    case 'lifecycle':
    case 'completion':
      return what.is === kind;
    case 'tool_call':
    case 'test_run':
    case 'edit':
    case 'retry':
      return what.is === 'call';
    case 'tool_result':
      return what.is === 'result';
    case 'error':
      return what.is === 'result' || what.is === 'failure';
    case 'human_intervention':
      return what.is === 'intervention' || what.is === 'result';
  }
}

function jsonOf(text: string): unknown {
  const parsed = parseRecords(text);
  if (!parsed.ok) return text;
  return parsed.records.length === 1 ? parsed.records[0] : parsed.records;
}
