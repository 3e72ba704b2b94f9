import type { Session } from '../../model/session.ts';
import type { StemmaError } from '../../model/stemma-error.ts';
import type { StoreReader } from '../../store/store.ts';
import { causetraceLines } from './export-causetrace.ts';
import type { PayloadOptions } from '../event/payload.ts';
import type { PictureOptions } from '../picture/options.ts';
import type { ExportFormat } from './formats.ts';
import type { TranscriptOptions } from '../transcript/transcript.ts';
import { replay, type Replayed } from '../replay/replay.ts';
import { refOf } from '../walk/step.ts';

/**
 * A session in the requested format, streamed in pieces; redacted unless `raw`. Events in a damaged block come without
 * their content, and the damage is thrown when everything else has been given.
 */
export async function* exportSession(
  read: StoreReader,
  session: Session,
  format: ExportFormat,
  options: TranscriptOptions & PictureOptions,
): AsyncGenerator<string> {
  let damage: StemmaError | undefined;
  yield* written(read, session, format, { ...options, onDamage: (found) => (damage ??= found) });
  if (damage) throw damage;
}

async function* written(
  read: StoreReader,
  session: Session,
  format: ExportFormat,
  options: TranscriptOptions & PictureOptions,
): AsyncGenerator<string> {
  switch (format) {
    case 'json':
      yield* asJson(read, session, options);
      return;
    case 'jsonl':
      yield `${JSON.stringify({ record: 'session', ...session })}\n`;
      for await (const entry of entries(read, session, options))
        yield `${JSON.stringify({ record: 'event', ...entry })}\n`;
      return;
    case 'causetrace':
      yield* causetraceLines(read, session, options);
      return;
    case 'otlp': {
      const { otlpLines } = await import('./otlp/trace-requests.ts');
      yield* otlpLines(read, session, options);
      return;
    }
    case 'md':
    case 'transcript': {
      const { transcript } = await import('../transcript/transcript.ts');
      yield* transcript(read, session, format, options);
      return;
    }
    case 'mermaid':
    case 'dot':
    case 'svg':
    case 'html': {
      // Loaded when something is drawn: most exports are for programs.
      const { drawAs } = await import('../picture/draw-as.ts');
      yield await drawAs(read, session, format, options);
    }
  }
}

async function* asJson(read: StoreReader, session: Session, options: PayloadOptions): AsyncGenerator<string> {
  yield `{"session":${JSON.stringify(session)},"events":[`;
  let separator = '\n';
  for await (const entry of entries(read, session, options)) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Events with their content, their place in the archive, and the causes of those that are steps. */
async function* entries(read: StoreReader, session: Session, options: PayloadOptions): AsyncGenerator<object> {
  for await (const replayed of replay(read, session, options)) yield exportEntry(read, replayed);
}

/** One event with its content, its place in the archive and, of a step, its causes. */
export async function exportEntry(read: StoreReader, { event, place, content }: Replayed) {
  const causes = event.step === event.id ? await read.causes([refOf(event.id)]) : undefined;
  return {
    ...event,
    content,
    place: place && { path: place.path, version: place.version, line: place.line },
    ...(causes && {
      causes: causes.map(({ cause, types, basis, confidence, evidence }) => ({
        step: cause,
        types,
        basis,
        confidence,
        evidence,
      })),
    }),
  };
}
