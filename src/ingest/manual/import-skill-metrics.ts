import { invocationRef, keyOf, treeKey, workspaceTree, type InvocationRef, type SessionUid } from '../../model/ids.ts';
import { invocationWhats, type InvocationWhat } from '../../model/words.ts';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import type { InvocationRow, Store } from '../../store/store.ts';
import { metricsEntries, skillNameIn } from './metrics-entries.ts';
import { sessionOfEntry } from './session-of-entry.ts';
import { endOf, rowOf } from './record-use.ts';

export interface ImportedSkills {
  readonly imported: number;
  /** Imported before, or mined here. */
  readonly already_here: number;
  /** Entries without enough information; the first few with the reason. */
  readonly skipped: number;
  readonly problems: readonly { readonly entry: number; readonly reason: string }[];
}

/**
 * Imports the uses in a metrics file: session-buddy's `skill_metrics.json` or `skills.db`, or one that stemma exported.
 * The file is never changed, and importing it twice changes nothing. Any other file is refused as a whole.
 */
export async function importSkillMetrics(
  store: Store,
  path: string,
  { workspace }: { readonly workspace: string },
): Promise<ImportedSkills> {
  const entries = await metricsEntries(path);
  const sessions = new Map<string, SessionUid>();
  const seen = new Map<string, number>();
  const problems: { entry: number; reason: string }[] = [];
  let [imported, here, skipped] = [0, 0, 0];
  for (let from = 0; from < entries.length; from += atOnce) {
    const rows: InvocationRow[] = [];
    for (const [index, entry] of entries.slice(from, from + atOnce).entries()) {
      const reason = whyNot(entry);
      if (reason !== undefined) {
        skipped++;
        if (problems.length < maxProblems) problems.push({ entry: from + index + 1, reason });
        continue;
      }
      const row = await rowIn(store, entry as JsonObject, { workspace, sessions, seen });
      if (await isHere(store, row)) here++;
      else rows.push(row);
    }
    if (rows.length > 0) await store.write.putManualUses(rows);
    imported += rows.length;
  }
  return { imported, already_here: here, skipped, problems };
}

const atOnce = 1000;
const maxProblems = 10;
function whyNot(entry: unknown): string | undefined {
  if (!isObject(entry)) return 'it is no object';
  if (skillNameIn(entry) === undefined) return 'it has no skill_name';
  const at = entry['invoked_at'];
  return at === undefined || at === null || timeIn(at) !== undefined ? undefined : 'invoked_at is no time';
}

interface Seen {
  readonly workspace: string;
  readonly sessions: Map<string, SessionUid>;
  readonly seen: Map<string, number>;
}

async function rowIn(store: Store, entry: JsonObject, { workspace, sessions, seen }: Seen): Promise<InvocationRow> {
  const skill = skillNameIn(entry)!;
  const name = textIn(entry, 'session_id');
  const session = name === undefined ? undefined : await sessionIn(store, name, sessions);
  const at = timeIn(entry['invoked_at']) ?? null;
  const use = {
    skill,
    ...optional('workflowPath', textIn(entry, 'workflow_path')),
    ...optional('workflowPhase', textIn(entry, 'workflow_phase')),
    ...optional('userQuery', textIn(entry, 'user_query')),
    alternatives: textsIn(entry, 'alternatives_considered'),
    ...optional('selectionRank', countIn(entry, 'selection_rank')),
  };
  const what = invocationWhats.find((each) => each === entry['what']) ?? ('manual' satisfies InvocationWhat);
  // Not the tree of the session: that is known only once the session is here, and the next import must find this.
  const ref = ownRef(entry) ?? { tree: workspaceTree(workspace), invocation: keyIn(entry, skill, seen) };
  const seconds = entry['duration_seconds'];
  const end = endOf({
    completed: typeof entry['completed'] === 'boolean' ? entry['completed'] : null,
    followUps: textsIn(entry, 'follow_up_actions'),
    ...optional('errorType', textIn(entry, 'error_type')),
    ...(typeof seconds === 'number' && seconds >= 0 && { durationSeconds: seconds }),
  });
  return { ...rowOf(ref, use, { at, session: session ?? null }), what, end };
}

/** Earlier versions kept it in the tree of its session. */
async function isHere({ read }: Store, row: InvocationRow): Promise<boolean> {
  if (await read.invocation(row)) return true;
  if (row.session === null) return false;
  const tree = (await read.treeOf(row.session)) ?? treeKey(row.session);
  return (await read.invocation({ ...row, tree })) !== undefined;
}

/** What stemma exported has an id: imported where its session is, it is the same as what is mined there. */
function ownRef(entry: JsonObject): InvocationRef | undefined {
  return typeof entry['invocation_id'] === 'string' ? invocationRef(entry['invocation_id']) : undefined;
}

/** Derived from its content, so that it is the same the next time; the same entry twice in one file is two uses. */
function keyIn(entry: JsonObject, skill: string, seen: Map<string, number>): number {
  const content = JSON.stringify([
    skill,
    entry['invoked_at'] ?? null,
    entry['session_id'] ?? null,
    entry['user_query'] ?? null,
  ]);
  const times = (seen.get(content) ?? 0) + 1;
  seen.set(content, times);
  return keyOf(`imported\0${content}\0${times}`);
}

async function sessionIn(
  store: Store,
  name: string,
  sessions: Map<string, SessionUid>,
): Promise<SessionUid | undefined> {
  const known = sessions.get(name);
  if (known !== undefined) return known;
  const found = await sessionOfEntry(store.read, name).catch(() => undefined);
  if (found !== undefined) sessions.set(name, found);
  return found;
}

/** ISO text; without a zone it is local, as Python writes it. */
function timeIn(at: unknown): number | undefined {
  const time =
    typeof at === 'string' ? Date.parse(at) : typeof at === 'number' ? (at < 1e11 ? at * 1000 : at) : Number.NaN;
  return Number.isFinite(time) && time >= 0 && time < Date.UTC(9999, 11, 31) ? Math.round(time) : undefined;
}

function textIn(entry: JsonObject, field: string): string | undefined {
  const value = entry[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function textsIn(entry: JsonObject, field: string): readonly string[] {
  const value = entry[field];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function countIn(entry: JsonObject, field: string): number | undefined {
  const value = entry[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}
