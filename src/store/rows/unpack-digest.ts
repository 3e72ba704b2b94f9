import { zstdDecompressSync } from 'node:zlib';
import type { Digest } from '../../model/digest.ts';
import { schemaVersion } from '../../model/schema-version.ts';

/** A digest as it is stored: JSON, in zstd. Older ones are upgraded: a migration in SQL cannot reach inside them. */
export function unpackDigest(data: Uint8Array): Digest {
  return upgraded(JSON.parse(zstdDecompressSync(data).toString()) as Digest);
}

function upgraded(digest: Digest): Digest {
  const { outcome } = digest;
  // Digests made before 0.2 have `fail`.
  const what = (outcome.what as string) === 'fail' ? 'failed' : outcome.what;
  return { ...digest, schema_version: schemaVersion, outcome: { ...outcome, what } };
}
