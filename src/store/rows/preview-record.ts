import type { SessionUid } from '../../model/ids.ts';
import type { SessionPreview } from '../contract/session-preview.ts';
import { unpackDigest } from './pack-digest.ts';

/** Of all that is asked about together. */
export const maxDescendants = 20_000;

export interface PreviewRecords {
  readonly digests: readonly { readonly uid: SessionUid; readonly digest: Uint8Array }[];
  readonly descent: readonly { readonly root: SessionUid; readonly uid: SessionUid; readonly parent: SessionUid }[];
}

/** In the order asked for. */
export function toPreviews(
  sessions: readonly SessionUid[],
  { digests, descent }: PreviewRecords,
): readonly SessionPreview[] {
  const kept = new Map(digests.map(({ uid, digest }) => [uid, unpackDigest(digest)]));
  const families = Map.groupBy(descent, ({ root }) => root);
  return sessions.map((uid) => {
    const family = families.get(uid) ?? [];
    return {
      uid,
      edited: kept.get(uid)?.edited ?? null,
      activity: kept.get(uid)?.activity ?? null,
      outcome_reason: kept.get(uid)?.outcome.reason ?? null,
      children: family.filter(({ parent }) => parent === uid).length,
      descendants: family.map((each) => each.uid),
    };
  });
}
