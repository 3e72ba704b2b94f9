import { ingestedAt } from '../ask/archive/archive-age.ts';
import type { ReadOnlyStore } from '../store/store.ts';
import type { Settings } from './settings/settings.ts';
import { ago } from './text/when.ts';

const fresh = 5 * 60_000;

/** A note when the archive is empty or old. */
export async function archiveNote(
  { read }: ReadOnlyStore,
  { isDemo }: Settings,
  now: number,
): Promise<string | undefined> {
  const at = await ingestedAt(read);
  if (at === undefined) {
    const { total } = await read.sessions({}, { limit: 1, offset: 0 });
    return total === 0
      ? 'This archive is empty; `stemma ingest` fills it from what your agents left on this machine.'
      : 'The first ingest was not finished; `stemma ingest` continues it.';
  }
  if (await read.meta('outdated'))
    return 'some of this archive was read by an older stemma; `stemma rebuild` finds causes and failures in it';
  if (isDemo || now - at < fresh) return undefined;
  return `ingested ${ago(at, now)}; \`stemma ingest\` brings it up to date`;
}
