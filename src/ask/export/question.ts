import { eventNamed } from '../find/load-find.ts';
import { findSession } from '../find/load-find.ts';
import { minConfidence, sessionName } from '../question/fields.ts';
import { defineStream } from '../question/question.ts';
import { exportFormats } from './formats.ts';

export const exportQuestion = defineStream({
  name: 'export',
  summary: 'Write a session out for other programs, or draw it; redacted',
  details:
    'json is one object, jsonl one record a line, causetrace one ToolEvent a line, otlp OpenTelemetry traces, one request a line. Everything is there: content, ' +
    "causes, and the file and line each event came from. For the agent's own files use `stemma restore`. md and transcript are the conversation " +
    'to read, as Markdown and as one page of HTML with collapsible calls, diffs and images; scrub takes out what names a person or a ' +
    'machine too: user names, home folders, e-mail and network addresses, images. mermaid, ' +
    'dot, svg and html are pictures of the steps and what caused them; html is one file to explore, and sends ' +
    'nothing anywhere. Solid lines are recorded, dashed ones inferred, dotted ones only possible. Of a long ' +
    'session a picture shows what led to the latest failures and names what is left out; with an event it shows ' +
    'what led to that event. See docs/pictures.md.',
  input: {
    session: { ...sessionName, summary: 'A session; of the event when one is named, else the newest' },
    format: {
      type: 'choice',
      choices: exportFormats,
      default: 'json',
      placeholder: 'FORMAT',
      summary: 'How to write it',
    },
    scrub: {
      type: 'flag',
      summary:
        'md, transcript: also take out user names, home folders, addresses and images, and report what was removed',
    },
    event: { type: 'text', max: 1_000, placeholder: 'EVENT', summary: 'Pictures: only what led to this event' },
    limit: {
      type: 'integer',
      min: 1,
      remoteMax: 1_000,
      placeholder: 'N',
      summary: 'Pictures: at most this many steps',
    },
    minConfidence: { ...minConfidence, summary: 'Pictures: only causes with at least this confidence (0.25)' },
  },
  positionals: ['session', 'format'],
  async *stream({ read, sources, raw, onReport }, { session: name, format, event: about, ...picture }) {
    const { exportSession } = await import('./export.ts');
    const event = about === undefined ? undefined : await eventNamed(read, about, name);
    const session = await findSession(read, name ?? event?.session);
    yield* exportSession(read, session, format, {
      sources: await sources(),
      raw,
      ...picture,
      ...(event && { event }),
      ...(onReport && { onScrubbed: onReport }),
    });
  },
});
