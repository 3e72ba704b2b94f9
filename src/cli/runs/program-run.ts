import { rmSync } from 'node:fs';
import { isExcluded } from '../../ingest/find/find-files.ts';
import { bringIn } from '../../live/run/bring-in.ts';
import { startChild, type Ending } from '../../live/run/child.ts';
import { runProgram, type Ran } from '../../live/run/run-program.ts';
import { collectSpool } from '../../live/spool/collect-spool.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { explain } from '../line/explain.ts';
import { machineOf } from '../settings/machine-of.ts';
import { renderRun } from '../render/system/run.ts';
import type { Run } from '../run.ts';

/** Runs and records a program; returns its exit code. */
export async function programRun(run: Run, args: readonly string[]): Promise<number> {
  const { app, settings } = run;
  const cwd = process.cwd();
  if (isExcluded(cwd, settings.exclude)) return endOf(await startChild(args, cwd, app.machine.env).ended, args, run);
  const machine = { ...machineOf(run), env: { ...machineOf(run).env, PWD: cwd } };
  const sources = await app.sources();
  const ran = await begun(run, () =>
    runProgram({
      home: settings.home,
      cwd,
      env: app.machine.env,
      userHome: app.machine.home,
      argv: args,
      clock: app.clock,
      histories: sources.flatMap((source) => source.places?.(machine) ?? []),
    }),
  );
  if (!ran) return endOf(await startChild(args, cwd, app.machine.env).ended, args, run);
  if (ran.ending.is === 'not-started') {
    rmSync(ran.log, { force: true });
    rmSync(ran.folder, { recursive: true, force: true });
    return endOf(ran.ending, args, run);
  }
  await keep(run, ran, async () => {
    await collectSpool({ home: settings.home, clock: app.clock, exclude: settings.exclude });
    await using store = await run.openToWrite();
    await bringIn(ran, {
      store,
      sources,
      machine,
      exclude: settings.exclude,
      workspace: settings.workspace,
      domains: settings.domains,
      clock: app.clock,
    });
  });
  return ran.ending.exitCode;
}

/** The program runs even if stemma cannot write its log. */
async function begun(run: Run, start: () => Promise<Ran>): Promise<Ran | undefined> {
  try {
    return await start();
  } catch (error) {
    run.say(explain(error).text.trimEnd());
    run.say('The program runs without being recorded.');
    return undefined;
  }
}

async function keep(run: Run, ran: Ran, bring: () => Promise<void>): Promise<void> {
  const { ending, run: id, edits, commands, failedCommands, commits } = ran;
  try {
    await bring();
  } catch (error) {
    run.say(explain(error).text.trimEnd());
    run.say(`What was recorded is in ${ran.log}; \`stemma ingest\` reads it.`);
  }
  if (ran.lost !== undefined) run.say(`Not all could be written down (${ran.lost}).`);
  // stdout is the program's.
  const json = {
    session: `run:${id}`,
    edits,
    commands,
    failed_commands: failedCommands,
    commits: [...commits],
    exit_code: ending.exitCode,
  };
  run.say(run.settings.json ? JSON.stringify(json) : `stemma: ${renderRun(ran)}`);
}

/** Messages and exit codes of a shell that cannot start a program. */
async function endOf({ is, exitCode }: Ending, [program = '']: readonly string[], { app }: Run): Promise<number> {
  if (is === 'ended') return exitCode;
  const error =
    exitCode === 127
      ? new StemmaError('program-not-found', `There is no program ${program}.`, {
          hint: 'Name one that is on your PATH, or give the path to one.',
        })
      : new StemmaError('program-not-executable', `${program} cannot be run.`, {
          hint: 'Look whether it is a program, and whether you may execute it (chmod +x).',
        });
  await app.err.write(explain(error).text);
  return exitCode;
}
