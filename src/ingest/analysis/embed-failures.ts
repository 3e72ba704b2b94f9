import { embed } from '../../memory/embed/embed.ts';
import { embeddingName } from '../../memory/embed/name.ts';
import { packVector } from '../../memory/embed/vectors.ts';
import type { Store } from '../../store/store.ts';

/**
 * Gives every failure that is new its vector, so that asking what is like another need not make them all; every one
 * when the embedding has changed.
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
