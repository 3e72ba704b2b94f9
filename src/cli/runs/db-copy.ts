import { StemmaError } from '../../model/stemma-error.ts';
import { keepHeapSmall } from '../../platform/keep-heap-small.ts';
import { archiveAddress } from '../../store/archive-address.ts';
import { copyArchive, type CopyProgress } from '../../store/copy/copy-archive.ts';
import { openEnds } from '../../store/open-ends.ts';
import { passingLine } from '../progress.ts';
import { copyLine, renderCopy } from '../render/system/db-copy.ts';
import type { Run } from '../run.ts';

interface CopyFlags {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly replace: boolean;
}

/** `stemma db copy`: 0 when the target has everything, compared; 1 when something there is not the same. */
export async function dbCopy(run: Run, flags: CopyFlags): Promise<number> {
  const { app, settings } = run;
  if (flags.to === undefined)
    throw new StemmaError('bad-argument', 'db copy needs to know where to.', {
      hint: 'Give --to postgres://…, or --to FILE.',
    });
  const to = archiveAddress(flags.to, '--to');
  const from = flags.from === undefined ? settings.archive : archiveAddress(flags.from, '--from');
  keepHeapSmall();
  const started = app.clock();
  const line = passingLine(settings.quiet ? { ...app.err, isTerminal: false } : app.err, app.clock);
  const { source, target } = await openEnds({
    from,
    to,
    home: settings.base,
    onWait: () => run.say('Another stemma is writing to the target; waiting for it.'),
  });
  const report = await (async () => {
    try {
      const onProgress = (progress: CopyProgress): void => line.show((columns) => copyLine(progress, columns));
      return await copyArchive(source, target, { replace: flags.replace, signal: app.untilInterrupted(), onProgress });
    } finally {
      line.end();
      await source[Symbol.asyncDispose]();
      await target[Symbol.asyncDispose]();
    }
  })();
  // Leaves the target ready for questions.
  await using store = await app.openStore({ archive: to, base: settings.base }, 'write');
  await store.write.settle();
  const answer = { ...report, seconds: (app.clock() - started) / 1000 };
  await run.answer(answer, () => renderCopy(answer));
  return report.different.length > 0 ? 1 : 0;
}
