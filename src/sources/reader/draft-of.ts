import type { Tokens } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
import type { Draft, SessionPatch, What } from '../source.ts';

/** What a record says of an event besides what happened; whatever it does not say may be undefined. */
export interface DraftFields {
  readonly at?: number | undefined;
  readonly native?: string | undefined;
  readonly role?: Role | undefined;
  readonly parent?: string | undefined;
  readonly parentId?: EventId | undefined;
  readonly spawnedBy?: EventId | undefined;
  readonly turn?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly model?: string | undefined;
  /** Left out when it is 0: agents that do not know what a model costs write that. */
  readonly usd?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly fuller?: boolean | undefined;
  readonly fromLine?: number | undefined;
}

/** What a response used, and what it cost. */
export type Usage = Pick<DraftFields, 'tokens' | 'usd'>;

/** A draft with the fields that are known. No event is its own parent, and no duration is negative. */
export function draftOf(session: SessionUid, key: string, what: What, fields: DraftFields): Draft {
  const { at, native, role, parent, parentId, spawnedBy, turn, tokens, model, usd, durationMs } = fields;
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
    ...(fields.fuller && { fuller: true as const }),
    ...(fields.fromLine !== undefined && { fromLine: fields.fromLine }),
  };
}

export type SessionFacts = { readonly [Field in keyof Omit<SessionPatch, 'uid'>]?: SessionPatch[Field] | undefined };

/** The facts that are known, as a patch; nothing when none is. */
export function patchOf(uid: SessionUid, facts: SessionFacts): SessionPatch[] {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return known.length > 0 ? [{ uid, ...Object.fromEntries(known) }] : [];
}
