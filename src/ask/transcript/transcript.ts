import type { Session } from '../../model/session.ts';
import type { StoreReader } from '../../store/store.ts';
import type { PayloadOptions } from '../event/payload.ts';
import { markdownOf, markdownHead } from './markdown.ts';
import { parts, type Part } from './parts.ts';
import { removedText, Scrubber, type Removed } from './scrub.ts';

export interface TranscriptOptions extends PayloadOptions {
  /** Take out what names a person or a machine, and report what was. */
  readonly scrub?: boolean;
  readonly onScrubbed?: (removed: Removed) => void;
}

/** A conversation as Markdown or as one page of HTML, in pieces that are worth writing. */
export async function* transcript(
  read: StoreReader,
  session: Session,
  format: 'md' | 'transcript',
  options: TranscriptOptions,
): AsyncGenerator<string> {
  let held: string[] = [];
  let length = 0;
  for await (const piece of written(read, session, format, options)) {
    held.push(piece);
    length += piece.length;
    if (length < pieceLength) continue;
    yield held.join('');
    [held, length] = [[], 0];
  }
  yield held.join('');
}

const pieceLength = 64 * 1024;

async function* written(
  read: StoreReader,
  session: Session,
  format: 'md' | 'transcript',
  options: TranscriptOptions,
): AsyncGenerator<string> {
  const scrubber = options.scrub ? new Scrubber(session) : undefined;
  if (scrubber) for await (const part of parts(read, session, options)) scrubber.learn(part);
  const shown = scrubber ? scrubbed(session, scrubber) : session;
  const all = parts(read, session, options);
  const clean = scrubber ? cleaned(all, scrubber) : all;
  if (format === 'md') {
    yield markdownHead(shown);
    for await (const part of clean) yield markdownOf(part);
    if (scrubber) yield `\n---\n\n${removedText(scrubber.removed())}\n`;
  } else {
    const { pageOf } = await import('./html/html.ts');
    yield* pageOf(shown, clean, () => (scrubber ? removedText(scrubber.removed()) : undefined));
  }
  if (scrubber) options.onScrubbed?.(scrubber.removed());
}

async function* cleaned(all: AsyncIterable<Part>, scrubber: Scrubber): AsyncGenerator<Part> {
  for await (const part of all) yield scrubber.part(part);
}

function scrubbed(session: Session, scrubber: Scrubber): Session {
  return {
    ...session,
    title: session.title === null ? null : scrubber.text(session.title),
    cwd: session.cwd === null ? null : scrubber.text(session.cwd),
  };
}
