import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Delivery } from '../../../ingest/receive/delivery.ts';
import { dryPush, push, type PushOptions, type PushReport } from '../../../live/push/push.ts';
import { TeamClient } from '../../../live/push/server/team-client.ts';
import type { Target, Watermarks } from '../../../live/push/watermarks.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { machineName, namedMachine } from '../../../platform/machine-name.ts';
import type { StoreReader } from '../../../store/store.ts';
import { bar, passingLine } from '../../progress.ts';
import type { Run } from '../../run.ts';
import { bytes, number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { fit } from '../../text/width.ts';
import { renderPush, grouped } from '../../render/system/push.ts';
import { loginOf, openWatermarks, refuseDemo } from './push-place.ts';

export interface PushFlags {
  readonly 'dry-run': boolean;
  readonly write: string | undefined;
}

/** `stemma push`: sends what is new, or shows what would be sent. */
export async function pushRun(run: Run, url: string | undefined, flags: PushFlags): Promise<number> {
  refuseDemo(run);
  const login = loginOf(run, url);
  const isDry = flags['dry-run'] || flags.write !== undefined;
  const report = isDry
    ? await dryRun(run, login.url, flags.write)
    : await sendNow(run, url, run.app.untilInterrupted());
  await run.answer({ dry_run: isDry, server: login.url, ...report, left_out: grouped(report.left_out) }, () =>
    renderPush(report, { server: login.url, isDry, columns: run.columns, folder: flags.write }),
  );
  return report.problems.length > 0 ? 1 : 0;
}

/** What is new in the archive, to the server; the progress on stderr. */
export async function sendNow(
  run: Run,
  url: string | undefined,
  signal: AbortSignal,
  { attempts, isQuiet = false }: { readonly attempts?: number; readonly isQuiet?: boolean } = {},
): Promise<PushReport> {
  const { app, settings } = run;
  const line = passingLine(settings.quiet || isQuiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  const client = new TeamClient(loginOf(run, url), {
    ...(attempts !== undefined && { attempts }),
    onRetry: (why) => line.show((columns) => fit(`waiting: ${oneLine(why)}`, columns)),
  });
  using watermarks = openWatermarks(run);
  await using store = await app.openStore(settings, 'read');
  try {
    await forgetThere(client, watermarks, signal);
    const report = await push({
      ...(await optionsOf(run, store.read, watermarks, client.url)),
      machine: namedMachine(settings.base),
      send: (space, pushed, until) => client.push(space, pushed, until),
      signal,
      onProgress: ({ files, bytes: size, path }) =>
        line.show((columns) =>
          fit(
            `${bar(size.done, size.total)}  ${number(files.done)}/${plural(files.total, 'file')}  ${bytes(size.done)} of ${bytes(size.total)}${path ? `  ${oneLine(path.split(/[/\\]/).at(-1) ?? '')}` : ''}`,
            columns,
          ),
        ),
    });
    return report;
  } finally {
    line.end();
  }
}

async function dryRun(run: Run, server: string, folder: string | undefined): Promise<PushReport> {
  using watermarks = openWatermarks(run);
  await using store = await run.app.openStore(run.settings, 'read');
  const machine = machineName(run.settings.base) ?? 'this-machine';
  const write =
    folder === undefined ? undefined : (_: unknown, delivery: Delivery) => written(folder, machine, delivery);
  return await dryPush(await optionsOf(run, store.read, watermarks, server), write);
}

/** What would be sent, as files to look at: of a file that was pushed before only what is new. */
async function written(folder: string, machine: string, { path, bytes: content }: Delivery): Promise<void> {
  const to = join(folder, machine, path.replace(/^([A-Za-z]):/, '$1'));
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, content, { flag: 'a', mode: 0o600 });
}

async function optionsOf(
  { app, settings }: Run,
  read: StoreReader,
  watermarks: Watermarks,
  server: string,
): Promise<Omit<PushOptions, 'send' | 'machine' | 'signal'>> {
  return {
    read,
    sources: await app.sources(),
    watermarks,
    server,
    rules: settings.share,
    exclude: settings.exclude,
    raw: settings.raw,
  };
}

/** What was forgotten here while the server could not be reached. */
async function forgetThere(client: TeamClient, watermarks: Watermarks, signal: AbortSignal): Promise<void> {
  for (const space of ['team', 'mine'] as const) {
    const target: Target = { server: client.url, space };
    const sessions = watermarks.unforgotten(target);
    if (sessions.length === 0) continue;
    await client.forget(space, sessions, signal);
    watermarks.forgotten(target, sessions);
  }
}

/** After another command: what cannot be sent now is sent the next time. */
export async function pushBriefly(run: Run, signal: AbortSignal = run.app.untilInterrupted()): Promise<void> {
  try {
    const { sessions, bytes: size, secrets } = await sendNow(run, undefined, signal, { attempts: 2, isQuiet: true });
    if (sessions > 0)
      run.say(`sent ${plural(sessions, 'session')}, ${bytes(size)}, ${plural(secrets, 'secret')} redacted`);
  } catch (error) {
    if (!(error instanceof StemmaError)) throw error;
    if (error.code !== 'interrupted') run.say(`Not sent yet: ${error.message}`);
  }
}
