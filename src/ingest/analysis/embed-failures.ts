import { embed } from '../../memory/embed/embed.ts';
import { embeddingName } from '../../memory/embed/name.ts';
import { packVector } from '../../memory/embed/vectors.ts';
import type { Store } from '../../store/store.ts';

/**
 * Stores a vector for every new failure, so that similarity questions need not compute them all; for every failure when
 * the embedding has changed.
 */
export async function embedFailures({ read, write }: Store): Promise<void> {
  const failures = await read.failures();
  const isNew = failures.length > 0 && (await read.meta('embedding')) !== embeddingName();
  const without = isNew ? failures : failures.filter(({ vector }) => vector === null);
  if (without.length === 0) return;
  await write.putVectors(
    without.map(({ fingerprint, text }) => ({ fingerprint, vector: new Uint8Array(packVector(embed(text)).buffer) })),
  );
  await write.setMeta('embedding', embeddingName());
}
