import type { Tokens } from '../model/event.ts';
import type { EventId, SessionUid } from '../model/ids.ts';
import type { Role } from '../model/words.ts';
import type { Draft, SessionPatch, What } from './source.ts';

/** What a record says of an event besides what happened; whatever it does not say may be undefined. */
export interface Particulars {
  readonly at?: number | undefined;
  readonly native?: string | undefined;
  readonly role?: Role | undefined;
  readonly parent?: string | undefined;
  readonly parentId?: EventId | undefined;
  readonly spawnedBy?: EventId | undefined;
  readonly turn?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly model?: string | undefined;
  /** Nothing when it is 0: so say agents that do not know what a model costs. */
  readonly usd?: number | undefined;
  readonly durationMs?: number | undefined;
}

/** A draft with the fields that are known. Nothing hangs on itself, and nothing took less than no time. */
export function draftOf(
  session: SessionUid,
  key: string,
  what: What,
  { at, native, role, parent, parentId, spawnedBy, turn, tokens, model, usd, durationMs }: Particulars,
): Draft {
  return {
    session,
    key,
    what,
    ...(at !== undefined && { at }),
    ...(native !== undefined && { native }),
    ...(role !== undefined && { role }),
    ...(parent !== undefined && parent !== key && { parent }),
    ...(parentId !== undefined && { parentId }),
    ...(spawnedBy !== undefined && { spawnedBy }),
    ...(turn !== undefined && { turn }),
    ...(tokens && { tokens }),
    ...(tokens && model !== undefined && { model }),
    ...(usd !== undefined && usd > 0 && { usd }),
    ...(durationMs !== undefined && durationMs >= 0 && { durationMs }),
  };
}

/** The facts that are known, as a patch; nothing when none is. */
export function patchOf(
  uid: SessionUid,
  facts: { readonly [Field in keyof SessionPatch]?: SessionPatch[Field] | undefined },
): SessionPatch[] {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined);
  return given.length > 0 ? [{ uid, ...Object.fromEntries(given) }] : [];
}
