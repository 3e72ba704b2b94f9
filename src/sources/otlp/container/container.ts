import { stat } from 'node:fs/promises';
import type { SessionUid } from '../../../model/ids.ts';
import { parseRecords } from '../../../platform/parse-records.ts';
import { bytesOfLines } from '../../bytes-of-lines.ts';
import type { Contained, Peek } from '../../source.ts';
import type { KnownAgents } from '../agents.ts';
import { headingLine } from '../heading.ts';
import { indexOf } from './index-file.ts';
import { isTelemetry, telemetryIn } from '../../agent/telemetry/telemetry.ts';
import { valuesAt } from './values.ts';

/** A file of telemetry is no session: it holds as many as ran while it was written. */
export function isContainer({ head }: Peek): boolean {
  const start = head.trimStart();
  if (!start.startsWith('{') && !start.startsWith('[')) return false;
  const line = start.slice(0, start.indexOf('\n') < 0 ? undefined : start.indexOf('\n'));
  const found = line.length > 2 ? parseRecords(line) : undefined;
  if (found?.ok) return isTelemetry(found.records[0]);
  return torn.test(line) || spread.test(start.slice(0, 4_000)) || printed.test(start.slice(0, 16_000));
}

/** A first line may be longer than the peek. */
const torn = /^\{(?:"[a-z_A-Z]+":"[^"]{0,200}",){0,5}(?:"body":\{)?"resource(?:Spans|Logs|Metrics)":\[/;
const spread = /^[[{]\s*(?:\{\s*)?"resource(?:Spans|Logs|Metrics)"\s*:\s*\[/;
/** What a JavaScript SDK prints of a span or a log record. */
const printed =
  /^\{\s*\n\s*"(?:_spanContext|resource|_hrTime)":\s*\{[\s\S]*?"(?:traceFlags|_rawAttributes|instrumentationScope)":/;

export async function* list(agents: KnownAgents, path: string): AsyncIterable<Contained> {
  const { size, mtimeMs } = await stat(path);
  const { sessions } = await indexOf(agents, path);
  for (const uid of sessions.keys()) yield { path: `${path}#${uid}`, size, mtimeMs };
}

/**
 * A heading, then the session's records, one per line, by start time. Spans are written when they end, children before
 * their parents; in that order they could not be followed. A file that grew may have another order: it is read again.
 */
export async function* bytes(agents: KnownAgents, path: string, from: number): AsyncIterable<Uint8Array> {
  const mark = path.lastIndexOf('#');
  const [file, uid] = [path.slice(0, mark), path.slice(mark + 1) as SessionUid];
  const { sessions, homeOf } = await indexOf(agents, file);
  const session = sessions.get(uid);
  if (!session) return;
  const lines: { readonly start: number; readonly text: string }[] = [];
  for await (const { value } of valuesAt(file, session.places)) {
    for (const record of telemetryIn(value)) {
      const home = homeOf(record);
      if (home?.session !== uid) continue;
      const { session: _, ...place } = home;
      lines.push({ start: record.start ?? lines.at(-1)?.start ?? 0, text: JSON.stringify({ ...record, ...place }) });
    }
  }
  lines.sort((a, b) => a.start - b.start);
  yield* bytesOfLines([headingLine(uid, session), ...lines.map(({ text }) => text)], from);
}
