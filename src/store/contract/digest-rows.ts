import type { Digest } from '../../model/digest.ts';

/** A stored digest; see store.ts. */
export interface KeptDigest {
  readonly digest: Digest;
  readonly repo: string | null;
}
