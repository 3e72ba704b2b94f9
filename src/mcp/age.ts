import { ingestedAt } from '../ask/archive/archive-age.ts';
import type { StoreReader } from '../store/store.ts';

/** How recent the archive is. No question reads what agents have written since. */
export interface ArchiveAge {
  /** When something was last ingested. */
  readonly ingested_at: string | null;
  /** What to do about it; null when it is a few minutes old. */
  readonly note: string | null;
}

export async function archiveAge(read: StoreReader, now: number): Promise<ArchiveAge> {
  const at = await ingestedAt(read);
  if (at === undefined) {
    const { total } = await read.sessions({}, { limit: 1, offset: 0 });
    return {
      ingested_at: null,
      note:
        total === 0
          ? 'The archive is empty: `stemma ingest` fills it from what agents left on this machine.'
          : 'The first ingest was not finished: `stemma ingest` goes on with it.',
    };
  }
  const minutes = Math.floor((now - at) / 60_000);
  return {
    ingested_at: new Date(at).toISOString(),
    note:
      minutes < 5
        ? null
        : `The archive is ${spelled(minutes)} old; what happened since is not in it. \`stemma ingest\` brings it up to date.`,
  };
}

function spelled(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}
