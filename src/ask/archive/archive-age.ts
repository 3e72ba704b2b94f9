import type { StoreReader } from '../../store/store.ts';

/** When something was last ingested, in milliseconds; undefined for an archive nothing was ever put into. */
export async function ingestedAt(read: StoreReader): Promise<number | undefined> {
  const value = Number(await read.meta('ingested_at'));
  return Number.isFinite(value) && value > 0 ? value : undefined;
}
