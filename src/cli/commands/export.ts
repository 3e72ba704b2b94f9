import { exportFormats } from '../../ask/export/formats.ts';
import { exportSession } from '../../ask/export/export.ts';
import type { ExportFormat } from '../../ask/export/formats.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { isPictureFormat, pictureFormats } from '../../ask/picture/formats.ts';
import type { PictureOptions } from '../../ask/picture/options.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { openNewFile } from '../new-file.ts';
import { limitFlag, sessionArgument } from './shared.ts';

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Write a session out for other programs, or draw it; redacted',
  details:
    'json is one object, jsonl one record a line, causetrace one ToolEvent a line. Everything is there: content, causes, and the file and ' +
    "line each event came from. For the agent's own files use `stemma restore`.\n\n" +
    'mermaid, dot, svg and html are pictures of the steps and what caused them; html is one file to explore, and sends nothing anywhere. Solid ' +
    'lines are recorded by the agent, dashed ones inferred, dotted ones guesses. Of a long session a picture shows what led to the latest ' +
    'failures, and says so; --event draws what led to one event. docs/pictures.md tells how to read them.',
  positionals: [sessionArgument],
  flags: {
    format: { type: 'choice', placeholder: 'FORMAT', summary: 'How to write it (json)', choices: exportFormats },
    event: { type: 'text', placeholder: 'EVENT', summary: 'Picture: only what led to this event' },
    limit: limitFlag('Picture: at most this many steps (80; html 250)'),
    'min-confidence': {
      type: 'number',
      min: 0,
      max: 1,
      placeholder: 'X',
      summary: 'Picture: leave out causes less sure than this, from 0 to 1 (0.25)',
    },
    out: { type: 'text', placeholder: 'FILE', summary: 'Write here instead of stdout; must not exist' },
  },
  examples: [
    { line: 'stemma export claude:3f2a > session.json', says: 'one JSON object' },
    { line: 'stemma export --format jsonl | grep tool_call', says: 'the newest session, line by line' },
    { line: 'stemma export claude:3f2a --format causetrace --out trace.jsonl', says: 'for causetrace' },
    { line: 'stemma export --format html --out why.html', says: 'the newest session, to explore in a browser' },
    {
      line: 'stemma export --event toolu_01Ab --format svg --out why.svg',
      says: 'what led to one event, as a picture',
    },
  ],
  async run(run, { args, flags }) {
    const format = flags.format ?? 'json';
    const picture = pictureFlags(format, flags);
    await using store = await run.openArchive();
    const { session, options } = await subjectOf(store.read, args[0], flags.event);
    const pieces = exportSession(store.read, session, format, {
      sources: await run.app.sources(),
      raw: run.settings.raw,
      ...picture,
      ...options,
    });
    if (flags.out === undefined) {
      for await (const piece of pieces) await run.print(piece);
      return;
    }
    await using file = await openNewFile(flags.out);
    for await (const piece of pieces) await file.write(piece);
    run.say(`wrote ${flags.out}`);
  },
});

interface PictureFlags {
  readonly event: string | undefined;
  readonly limit: number | undefined;
  readonly 'min-confidence': number | undefined;
}

function pictureFlags(
  format: ExportFormat,
  { event, limit, 'min-confidence': minConfidence }: PictureFlags,
): PictureOptions {
  const stray =
    event !== undefined
      ? '--event'
      : limit !== undefined
        ? '--limit'
        : minConfidence !== undefined
          ? '--min-confidence'
          : undefined;
  if (stray && !isPictureFormat(format)) {
    throw new StemmaError('bad-argument', `${stray} is for pictures; ${format} holds the whole session.`, {
      hint: `Add --format with one of ${pictureFormats.join(', ')}.`,
    });
  }
  if (minConfidence !== undefined && minConfidence > 1) {
    throw new StemmaError('bad-argument', `--min-confidence is "${minConfidence}".`, {
      hint: '--min-confidence takes a number from 0 to 1.',
    });
  }
  return { ...(limit === undefined ? {} : { limit }), ...(minConfidence === undefined ? {} : { minConfidence }) };
}

/** An event is looked for in the session that was named, or everywhere. */
async function subjectOf(
  read: StoreReader,
  name: string | undefined,
  event: string | undefined,
): Promise<{ readonly session: Session; readonly options: PictureOptions }> {
  if (event === undefined) return { session: await findSession(read, name), options: {} };
  const within = name === undefined ? undefined : await findSession(read, name);
  const found = await findEvent(read, event, within?.uid);
  return { session: within ?? (await findSession(read, found.session)), options: { event: found } };
}
