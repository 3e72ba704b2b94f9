import { filterOf } from '../../ask/question/filter.ts';
import { chosenSessions } from '../../live/forward/chosen-sessions.ts';
import { forward, type ForwardReport } from '../../live/forward/forward.ts';
import { Forwarded } from '../../live/forward/forwarded.ts';
import { Receiver } from '../../live/forward/receiver.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { passingLine } from '../progress.ts';
import type { Run } from '../run.ts';
import { bytes, plural } from '../text/amount.ts';
import { oneLine } from '../text/safe-text.ts';
import { fit } from '../text/width.ts';
import { forwardPlace } from './forward-place.ts';

export interface ForwardFlags {
  readonly otlp: string | undefined;
  readonly header: readonly string[] | undefined;
  readonly since: number | undefined;
  readonly agent: string | undefined;
  readonly repo: string | undefined;
  readonly 'without-content': boolean;
  readonly again: boolean;
  readonly 'dry-run': boolean;
}

export async function forwardRun(run: Run, names: readonly string[], flags: ForwardFlags): Promise<number> {
  const { app, settings, now } = run;
  if (flags.otlp === undefined)
    throw new StemmaError('bad-argument', 'forward needs to know where to: --otlp URL.', {
      hint: 'Such as --otlp http://localhost:4318. `stemma export --format otlp` writes a file.',
    });
  if (settings.raw)
    throw new StemmaError('bad-argument', 'What is sent is redacted; --raw is not possible.', {
      hint: '`stemma export --format otlp --raw` writes a file with everything.',
    });
  const line = passingLine(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  const receiver = new Receiver(flags.otlp, {
    headers: headersOf(flags.header ?? [], app.machine.env['OTEL_EXPORTER_OTLP_HEADERS']),
    onRetry: (why) => line.show((columns) => fit(`waiting: ${oneLine(why)}`, columns)),
  });
  const isDry = flags['dry-run'];
  const signal = app.untilInterrupted();
  const leftOut = { running: 0, refused: 0 };
  await using store = await run.openArchive();
  const { path, archive } = forwardPlace(run);
  using forwarded = new Forwarded(path, archive, receiver.url);
  const { read } = store;
  const { since, agent, repo } = flags;
  const filter = await filterOf(
    { read, sources: () => app.sources(), folder: process.cwd() },
    {
      ...(since !== undefined && { since }),
      ...(agent !== undefined && { agent }),
      ...(repo !== undefined && { repo }),
    },
  );
  let report: ForwardReport;
  try {
    report = await forward(chosenSessions(read, names, filter, { now, leftOut }), {
      read,
      sources: await app.sources(),
      forwarded: flags.again ? { get: () => undefined, put: forwarded.put.bind(forwarded) } : forwarded,
      receiver: isDry ? undefined : receiver,
      withoutContent: flags['without-content'],
      signal,
      onProgress: ({ sessions, spans, bytes: size }) =>
        line.show(() => `${plural(sessions, 'session')}  ${plural(spans, 'span')}  ${bytes(size)}`),
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new StemmaError('interrupted', 'Stopped before everything was sent.', {
      hint: 'The same command goes on where it stopped.',
    });
  } finally {
    line.end();
  }
  await run.answer({ dry_run: isDry, receiver: receiver.url, ...report, left_out: leftOut }, () =>
    [
      `${receiver.url}: ${isDry ? 'would get' : 'got'} ${plural(report.sessions, 'session')}, ${plural(report.spans, 'span')}, ${bytes(report.bytes)}`,
      ...(report.up_to_date > 0 ? [`${plural(report.up_to_date, 'session')} had been sent before`] : []),
      ...(leftOut.running > 0 ? [`${plural(leftOut.running, 'session')} running: sent the next time`] : []),
      ...(leftOut.refused > 0 ? [`${plural(leftOut.refused, 'session')} of repositories that are not shared`] : []),
      ...(report.rejected > 0 ? [`it rejected ${plural(report.rejected, 'span')}`] : []),
      ...report.messages.map((message) => `it says: ${oneLine(message)}`),
      '',
    ].join('\n'),
  );
  for (const damage of report.damaged) run.say(oneLine(damage));
  return report.rejected > 0 || report.damaged.length > 0 ? 1 : 0;
}

/** As OpenTelemetry writes them, `name=value,name=value` with values percent-encoded; those that were typed count. */
function headersOf(typed: readonly string[], inEnvironment = ''): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const part of inEnvironment.split(',')) {
    const [name, value] = pair(part);
    if (name !== '' && value !== undefined) headers[name.toLowerCase()] = decoded(value);
  }
  for (const part of typed) {
    const [name, value] = pair(part);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !value || /[\r\n\0]/.test(value))
      throw new StemmaError('bad-argument', `--header must be NAME=VALUE (got '${name}').`, {
        hint: 'Such as --header "authorization=Bearer …".',
      });
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function pair(part: string): readonly [string, string | undefined] {
  const at = part.indexOf('=');
  return at < 0 ? [part.trim(), undefined] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
