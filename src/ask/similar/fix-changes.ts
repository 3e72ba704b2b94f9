import type { FixAttempt } from '../../model/chain.ts';
import { eventRef } from '../../model/ids.ts';
import { noneIfEvicted } from '../event/evicted.ts';
import { operationsOf } from '../../normalise/operations/operations.ts';
import { cut } from '../../normalise/text/one-line.ts';
import { parseCall } from '../../normalise/parse-call.ts';
import type { StoreReader } from '../../store/store.ts';
import { payloadOf, type PayloadOptions } from '../event/payload.ts';
import { names } from '../patterns/fix-marks.ts';
import type { Match } from './match.ts';

/**
 * The matches with what their fixes changed in files, read back from the archive: that a file was edited helps little,
 * how it was edited may be the answer. Whole files that were written say too much, and are left out.
 */
export async function withChanges(
  read: StoreReader,
  matches: readonly Match[],
  options: PayloadOptions,
): Promise<readonly Match[]> {
  return await Promise.all(
    matches.map(async (match, index) =>
      index < mostMatches && match.code_changes === null && match.verified
        ? { ...match, code_changes: await changesOf(read, match, options) }
        : match,
    ),
  );
}

const mostMatches = 5;

async function changesOf(read: StoreReader, { story }: Match, options: PayloadOptions): Promise<string | null> {
  // Where an edit itself failed, what it would have written says nothing about the next one.
  if (!story.error.marks.some((mark) => mark.startsWith('run '))) return null;
  const edits = story.attempts.filter(
    ({ successful, marks }) => successful === true && marks.some((mark) => mark.startsWith('edit ')),
  );
  // Of several the one that changed the file that the message names; else the last before it passed.
  const edit = edits.find(({ marks }) => marks.some((mark) => names(story.error.message, mark))) ?? edits.at(-1);
  return edit === undefined ? null : await changeOf(read, edit, options);
}

async function changeOf(read: StoreReader, { id }: FixAttempt, options: PayloadOptions): Promise<string | null> {
  const ref = eventRef(id);
  const [event] = ref ? await read.eventsOf([ref]) : [];
  const what = event && (await payloadOf(read, event, options).catch(noneIfEvicted))?.what;
  if (what?.is !== 'call') return null;
  const parts = operationsOf(parseCall(what.tool, what.input)).flatMap((operation) =>
    operation.does === 'edit' && !operation.whole ? changedLines(operation.old, operation.text) : [],
  );
  return parts.length === 0 ? null : parts.slice(0, mostLines).join('\n');
}

/** The lines that differ, as a patch shows them. */
function changedLines(old: string, text: string): readonly string[] {
  const [before, after] = [old.split('\n'), text.split('\n')];
  const differing = (lines: readonly string[], others: readonly string[], sign: string): readonly string[] =>
    lines
      .filter((line) => /\S/.test(line) && !others.includes(line))
      .slice(0, mostOfEach)
      .map((line) => cut(`${sign} ${line.trim()}`, longest));
  return [...differing(before, after, '-'), ...differing(after, before, '+')];
}

const mostLines = 12;
const mostOfEach = 3;
const longest = 160;
