import { limit, sessionName } from '../../ask/question/fields.ts';
import { answerSchema } from '../answer-schema.ts';
import { readingTool } from '../tool.ts';
import { exportEntry, exportSession } from '../../ask/export/export.ts';
import { findEvent } from '../../ask/find/find-event.ts';
import { findSession } from '../../ask/find/find-session.ts';
import { replay } from '../../ask/replay/replay.ts';
import type { Session } from '../../model/session.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { cutText, cutTexts, maxCharacters } from '../fit.ts';
import { lines, more, short, stepText } from '../text.ts';

export const exportSessionTool = readingTool({
  name: 'export_session',
  title: 'A session with its contents',
  description:
    'A session with everything: each event with its content, causes and the place it was read from (`format` json), a page at a time; or a picture of its steps and causes as text (mermaid, dot). Redacted. ' +
    'Use it to hand a session to another tool or to draw it; to read along, `timeline` says the same in far fewer tokens. Give a session, or nothing for the newest. ' +
    'Comes back: of json `session`, `events`, `total`, `truncated` and `next`, to be given as `after`; of a picture `session`, `format` and `text`. Contents longer than `max_chars` are cut and say how much is missing. ' +
    'Whole sessions in one file: `stemma export` on the command line, which also knows jsonl, causetrace, svg and html.',
  input: {
    session: sessionName,
    format: { type: 'choice', choices: ['json', 'mermaid', 'dot'], default: 'json', summary: 'How to write it' },
    after: { type: 'integer', min: 0, default: 0, summary: 'json: start after this `seq`' },
    limit: limit(50, 500, 'events, or steps of a picture'),
    maxChars: {
      type: 'integer',
      min: 100,
      max: 20_000,
      default: 2_000,
      summary: 'json: cut each text to this many characters',
    },
    event: { type: 'text', max: 300, summary: 'Picture: only what led to this event' },
  },
  output: {
    type: 'object',
    required: ['session', 'format', 'total', 'truncated', 'next'],
    properties: {
      session: answerSchema('Session', 1),
      format: { type: 'string' },
      events: { type: 'array', items: answerSchema('Event', 1) },
      total: { type: 'number' },
      truncated: { type: 'boolean' },
      next: { type: ['number', 'null'] },
      text: { type: 'string' },
    },
  },
  async answer(context, { session: name, format, after, limit: maxEvents, maxChars, event }): Promise<Exported> {
    const { read } = context;
    const session = await findSession(read, name);
    const sources = await context.sources();
    if (format === 'json') return await page(read, session, { sources, after, limit: maxEvents, longest: maxChars });
    const about =
      event === undefined ? {} : { event: await findEvent(read, event, name === undefined ? undefined : session.uid) };
    const drawn = (
      await Array.fromAsync(
        exportSession(read, about.event ? await findSession(read, about.event.session) : session, format, {
          sources,
          limit: Math.min(maxEvents, 250),
          ...about,
        }),
      )
    ).join('');
    const text = cutText(drawn, maxCharacters / 2);
    return { session, format, text, total: session.events, truncated: text !== drawn, next: null };
  },
  shortening: {
    length: ({ events }) => events?.length ?? 0,
    to: (answer, length) =>
      answer.events
        ? {
            ...answer,
            events: answer.events.slice(0, length),
            truncated: true,
            next: answer.events[length - 1]?.seq ?? answer.next,
          }
        : answer,
  },
  text: ({ session, format, events, text, total, truncated: isCut, next }) =>
    lines(
      `${session.uid} as ${format}, ${total} events`,
      events?.map((event) => `${event.seq}. ${event.kind} ${stepText({ ...event, at: null }, 80)}`),
      text !== undefined && (text.length < 16_000 ? text : `${short(text, 500)} (the whole is in structuredContent)`),
      more(isCut && next !== null, `next page with after: ${next}.`),
    ),
});

type Entry = Awaited<ReturnType<typeof exportEntry>>;

interface Exported {
  readonly session: Session;
  readonly format: string;
  readonly events?: readonly Entry[];
  readonly text?: string;
  readonly total: number;
  readonly truncated: boolean;
  readonly next: number | null;
}

interface PageOptions {
  readonly sources: readonly Source[];
  readonly after: number;
  readonly limit: number;
  readonly longest: number;
}

async function page(
  read: StoreReader,
  session: Session,
  { sources, after, limit, longest }: PageOptions,
): Promise<Exported> {
  const events: Entry[] = [];
  let size = 0;
  let isMore = false;
  for await (const replayed of replay(read, session, { sources, after })) {
    if (events.length >= limit || size > maxCharacters) {
      isMore = true;
      break;
    }
    const entry = cutTexts(await exportEntry(read, replayed), longest);
    size += JSON.stringify(entry).length;
    events.push(entry);
  }
  return {
    session,
    format: 'json',
    events,
    total: session.events,
    truncated: isMore,
    next: isMore ? events.at(-1)!.seq : null,
  };
}
