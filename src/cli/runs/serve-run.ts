import type { Judge } from '../../live/judge/judge.ts';
import { setupOf } from '../../live/setup/setup-of.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapTightForAnswers } from '../../platform/keep-heap-small.ts';
import type { Listening } from '../app.ts';
import { hookKit } from '../settings/hook-kit.ts';
import { machineOf } from '../settings/machine-of.ts';
import type { Run } from '../run.ts';

export interface ServeFlags {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly opens: boolean;
  readonly watches: boolean;
  /** Where to receive OpenTelemetry; undefined for not at all. */
  readonly otlpPort?: number | undefined;
}

const usualPort = 4747;

/** Serves until Ctrl-C. */
export async function serveRun(run: Run, flags: ServeFlags): Promise<void> {
  // Opening now reads the demo if needed, and reports an archive that cannot be opened.
  await (await run.openArchive())[Symbol.asyncDispose]();
  await serveArchive(run, flags);
}

/** The same for an archive that exists. */
export async function serveArchive(
  run: Run,
  { port = usualPort, host = '127.0.0.1', opens, watches, otlpPort }: ServeFlags,
): Promise<void> {
  const { app, settings } = run;
  if (!app.serveHttp)
    throw new StemmaError('bad-argument', 'Nobody can listen here.', { hint: 'Run `stemma serve` in a terminal.' });
  for (const asked of [port, otlpPort ?? 0])
    if (asked > 65_535)
      throw new StemmaError('bad-argument', `There is no port ${asked}.`, {
        hint: 'Give one from 1 to 65535, or 0 for any that is free.',
      });
  keepHeapTightForAnswers();
  const signal = app.untilInterrupted();
  const { archive, base, home, isDemo, workspace, embedding, exclude, domains } = settings;
  await app.serveHttp({
    archive,
    base,
    home,
    isDemo,
    workspace,
    embedding,
    judge: await judgeOf(run),
    setup: setupOf({ machine: machineOf(run), kit: hookKit(run), sources: () => app.sources(), settings }),
    host,
    port,
    otlpPort,
    signal,
    say: run.say,
    // Agents are recorded in the user's own archive, not in the demo's.
    watch: watches && !isDemo ? { machine: machineOf(run), exclude, domains } : undefined,
    onListening: async (listening) => {
      if (listening.isOtherPort) run.say(`Port ${port} is taken, so it is ${listening.port}.`);
      await run.answer(lineOf(listening), () => `${listening.url}\n`);
      if (listening.otlp !== undefined) run.say(`OpenTelemetry is received on ${listening.otlp}.`);
      run.say('Ctrl-C ends it.');
      if (opens) app.browse?.(listening.url);
    },
  });
}

async function judgeOf({ settings: { judge }, app }: Run): Promise<Judge | undefined> {
  if (judge === undefined) return undefined;
  return (await import('../../live/judge/judge.ts')).judgeOf({ ...judge, env: app.machine.env });
}

function lineOf({ url, port, token, otlp }: Listening): object {
  return { url, port, token, ...(otlp !== undefined && { otlp }) };
}
