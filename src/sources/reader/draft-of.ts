import type { Tokens } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Role } from '../../model/words.ts';
import type { ResponseUsage } from '../../model/draft.ts';
import type { Draft, RecordedCause, SessionPatch, What } from '../source.ts';

/** The fields of a draft besides what happened; unknown ones may be undefined. */
export interface DraftFields {
  readonly at?: number | undefined;
  readonly native?: string | undefined;
  readonly role?: Role | undefined;
  readonly parent?: string | undefined;
  readonly parentId?: EventId | undefined;
  readonly causes?: readonly RecordedCause[] | undefined;
  readonly isStep?: boolean | undefined;
  readonly type?: string | undefined;
  readonly turn?: string | undefined;
  readonly tokens?: Tokens | undefined;
  readonly response?: ResponseUsage | undefined;
  readonly model?: string | undefined;
  /** Left out when it is 0: agents that do not know a model's price write that. */
  readonly usd?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly payload?: unknown;
  readonly fuller?: boolean | undefined;
  readonly fromLine?: number | undefined;
}

/** What is known of the record an event comes from. */
export interface DraftDefaults {
  readonly at?: number | undefined;
  readonly turn?: string | undefined;
  readonly line?: number;
}

/** What a response used, and what it cost. */
export type Usage = Pick<DraftFields, 'tokens' | 'usd'>;

/**
 * A draft with the known fields. No event is its own parent, and no duration is negative. Every event passes through
 * here, so it is built field by field: spreading is slower.
 */
export function draftOf(
  session: SessionUid,
  key: string,
  what: What,
  fields: DraftFields,
  defaults: DraftDefaults = {},
): Draft {
  const { at = defaults.at, turn = defaults.turn } = fields;
  const { native, role, parent, parentId, causes, type, tokens, response, model, usd, durationMs, fromLine } = fields;
  const draft: { -readonly [Field in keyof Draft]: Draft[Field] } = { session, key, what };
  if (at !== undefined) draft.at = at;
  if (native !== undefined) draft.native = native;
  if (role !== undefined) draft.role = role;
  if (parent !== undefined && parent !== key) draft.parent = parent;
  if (parentId !== undefined) draft.parentId = parentId;
  if (causes !== undefined && causes.length > 0) draft.causes = causes;
  if (fields.isStep) draft.isStep = true;
  if (type !== undefined) draft.type = type;
  if (turn !== undefined) draft.turn = turn;
  if (tokens) draft.tokens = tokens;
  if (tokens && response !== undefined) draft.response = response;
  if (tokens && model !== undefined) draft.model = model;
  if (usd !== undefined && usd > 0) draft.usd = usd;
  if (durationMs !== undefined && durationMs >= 0) draft.durationMs = durationMs;
  if (fields.payload !== undefined) draft.payload = fields.payload;
  if (fields.fuller) draft.fuller = true;
  if (fromLine !== undefined && fromLine !== defaults.line) draft.fromLine = fromLine;
  return draft;
}

export type SessionFacts = { readonly [Field in keyof Omit<SessionPatch, 'uid'>]?: SessionPatch[Field] | undefined };

/** The known facts, as a patch; undefined when there are none. */
export function patchOf(uid: SessionUid, facts: SessionFacts): SessionPatch[] {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return known.length > 0 ? [{ uid, ...Object.fromEntries(known) }] : [];
}
