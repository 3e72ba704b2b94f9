import { diagnose, undiagnosed, type Diagnosis } from '../../ask/archive/diagnose.ts';
import { newestOf } from '../../sources/agent/version.ts';
import { installedModel } from '../../memory/embed/model/installed.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { isPostgres } from '../../store/archive-address.ts';
import type { ReadOnlyStore } from '../../store/store.ts';
import { defineCommand } from '../line/command.ts';
import { agentsOnDisk } from '../../live/setup/agents-on-disk.ts';
import { fileOnDisk, type DatabaseSeen } from '../runs/examine-machine.ts';
import { machineOf } from '../settings/machine-of.ts';
import { hookKit } from '../settings/hook-kit.ts';
import { renderDoctor, type ModelSeen } from '../render/system/doctor.ts';
import { redactStore } from '../redact-store.ts';
import type { Run } from '../run.ts';

export const doctorCommand = defineCommand({
  details:
    'Which agents are here, what of theirs is archived and what they do not record, whether hooks and the MCP server are installed and working, what is about to be ' +
    'deleted. Counts, versions and paths; no text of any session. --check reads the whole archive and takes a while. ' +
    '--repair saves what can be saved of a damaged one: rows that can be read move into a new file, the old one is kept; ' +
    "damaged blocks are read from the agents' files again; what is derived is made again. What is lost is named.",
  positionals: [],
  flags: {
    check: { type: 'flag', summary: 'Check every block and index of the archive' },
    repair: { type: 'flag', summary: 'Save what can be saved of a damaged archive, and name what is lost' },
  },
  examples: [
    { line: 'stemma doctor', says: 'a quick look' },
    { line: 'stemma doctor --check', says: 'the full examination' },
    { line: 'stemma doctor --repair', says: 'after a failing disk; exit code 1 while something is lost' },
    { line: 'stemma doctor --json | jq .agents', says: 'counts for each agent' },
  ],
  async run(run, { flags }) {
    if (flags.repair) return await (await import('../runs/repair-run.ts')).repairRun(run);
    const { app, settings } = run;
    const { liveStates } = await import('../../live/install/state.ts');
    const opened = await openedOrNot(run);
    await using store = opened.store;
    const diagnosis = store ? await diagnose(store.read, { check: flags.check }) : undiagnosed;
    const database = isPostgres(settings.archive) ? await databaseSeen(run, opened, diagnosis) : null;
    const answer = {
      stemma: app.version,
      node: process.versions.node,
      sqlite: process.versions.sqlite ?? null,
      platform: `${process.platform}-${process.arch}`,
      home: await fileOnDisk(settings.home),
      store: database ? null : await fileOnDisk(settings.archive),
      database,
      exclude: settings.exclude,
      model: modelSeen(settings),
      advice: settings.advice,
      resume: settings.resume,
      workspace: settings.workspace,
      on_disk: await agentsOnDisk(
        await app.sources(),
        machineOf(run),
        store && ((path) => store.read.file(path)),
        run.now,
      ),
      live: liveStates(app.machine, hookKit(run), (agent) =>
        newestOf(
          (diagnosis.agents.find(({ source }) => source === agent)?.versions ?? []).map(({ version }) => version),
        ),
      ).map(({ lastEventAt, upToDate, ...state }) => ({
        ...state,
        up_to_date: upToDate,
        last_event_at: lastEventAt === undefined ? null : new Date(lastEventAt).toISOString(),
      })),
      ...diagnosis,
    };
    await run.answer(answer, () => renderDoctor(answer, run));
    return database?.problem || (diagnosis.damage && diagnosis.damage.length > 0) ? 1 : 0;
  },
});

/** The model that says what is near in meaning. */
function modelSeen({ embedding, base }: Run['settings']): ModelSeen {
  const model = installedModel(base);
  return {
    used: embedding ? 'endpoint' : model ? 'added' : 'table',
    name: embedding?.model ?? model?.title ?? null,
    id: embedding ? null : (model?.id ?? null),
    known: model?.known ?? null,
  };
}

interface Opened {
  readonly store: ReadOnlyStore | undefined;
  readonly problem: StemmaError | undefined;
}

/** An unreachable server is reported in the output; a file that cannot be opened is an error. */
async function openedOrNot({ app, settings }: Run): Promise<Opened> {
  try {
    return { store: redactStore({ settings }, await app.openStore(settings, 'read')), problem: undefined };
  } catch (error) {
    if (!isPostgres(settings.archive) || !(error instanceof StemmaError)) throw error;
    return { store: undefined, problem: error };
  }
}

async function databaseSeen(
  { settings }: Run,
  { store, problem }: Opened,
  { ingested_at }: Diagnosis,
): Promise<DatabaseSeen> {
  const { addressOf, databaseStatus } = await import('../../store/postgres/distribute.ts');
  const sessions = store ? (await store.read.sessions({}, { limit: 1, offset: 0 })).total : null;
  const status = problem ? undefined : await databaseStatus(settings.archive);
  return {
    engine: 'postgresql',
    address: addressOf(settings.archive),
    server: status?.server ?? null,
    bytes: status?.bytes ?? null,
    migrations: status?.migrations ?? [],
    sessions,
    last_write_at: ingested_at,
    problem: problem ? { code: problem.code, message: problem.message, hint: problem.hint } : null,
  };
}
