import { existsSync } from 'node:fs';
import { StemmaError } from '../../model/stemma-error.ts';
import type { Key } from '../../model/ids.ts';
import { redact } from '../../platform/redact.ts';
import { isPostgres } from '../../store/archive-address.ts';
import { repairFile, type FileRepaired } from '../../store/sqlite/repair/repair.ts';
import { renderRepair } from '../render/system/repair.ts';
import type { Run } from '../run.ts';

export interface RepairAnswer extends Omit<FileRepaired, 'torn_trees' | 'salvaged'> {
  readonly salvaged: FileRepaired['salvaged'] | null;
  /** Whether what is derived was made again. */
  readonly rebuilt: boolean;
  /** What is still damaged, as `stemma doctor --check` reports it. */
  readonly damage: readonly string[];
}

/** `doctor --repair`: what can be saved is saved, what cannot is named. Exit code 1 while something is damaged. */
export async function repairRun(run: Run): Promise<number> {
  const { archive } = run.settings;
  if (isPostgres(archive))
    throw new StemmaError(
      'bad-argument',
      'doctor --repair is for an archive in a file, and this one is in PostgreSQL.',
      {
        hint: 'A server repairs itself from its log and its backups; `stemma rebuild` makes again what stemma derived.',
      },
    );
  if (!existsSync(archive))
    throw new StemmaError('path-not-found', `There is no archive at ${archive}.`, {
      hint: '`stemma ingest` creates it.',
    });
  const { blocks, salvaged, torn_trees } = await repairFile(archive, {
    onWait: () => run.say('another process is writing; waiting'),
  });
  await using store = await run.openToWrite();
  let damage = await store.read.check();
  // A lost block is no reason to derive anything again.
  const rebuilt = salvaged !== undefined || damage.some((line) => !/\bthe block\b/.test(line));
  if (rebuilt) {
    await rebuildAgain(run, store, torn_trees as readonly Key[]);
    damage = await store.read.check();
  }
  const lost = blocks.lost.map((each) => ({ ...each, path: redact(each.path) }));
  const answer: RepairAnswer = {
    blocks: { ...blocks, lost },
    salvaged: salvaged ?? null,
    rebuilt,
    damage: damage.map(redact),
  };
  await run.answer(answer, () => renderRepair(answer));
  return damage.length > 0 ? 1 : 0;
}

async function rebuildAgain(
  { app, settings }: Run,
  store: Awaited<ReturnType<Run['openToWrite']>>,
  keep: readonly Key[],
): Promise<void> {
  const { rebuild } = await import('../../ingest/archive/rebuild.ts');
  await rebuild({
    store,
    sources: await app.sources(),
    workspace: settings.workspace,
    domains: settings.domains,
    keep,
    signal: app.untilInterrupted(),
    clock: app.clock,
  });
}
