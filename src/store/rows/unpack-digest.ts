import { zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';

/** A digest as it is stored: JSON, in zstd. */
export function unpackDigest(data: Uint8Array): Digest {
  const digest = JSON.parse(zstdDecompressSync(data).toString()) as Digest;
  // Digests made before 0.2 have `fail`; a migration in SQL cannot reach inside them.
  return (digest.outcome.what as string) === 'fail'
    ? { ...digest, outcome: { ...digest.outcome, what: 'failed' } }
    : digest;
}
