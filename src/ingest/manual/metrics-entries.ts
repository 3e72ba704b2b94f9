import { open, readFile, stat } from 'node:fs/promises';
import { StemmaError } from '../../model/stemma-error.ts';
import { readDatabase } from '../../platform/files/read-database.ts';
import { isObject, type JsonObject } from '../../platform/parse-records.ts';
import { redact } from '../../platform/redact.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * The uses in a file, as session-buddy's `skill_metrics.json` lists them: that file itself, its later `skills.db`, or
 * one that stemma exported. The file is only read; any other is refused.
 */
export async function metricsEntries(path: string): Promise<readonly unknown[]> {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    throw new StemmaError(
      cause.code === 'ENOENT' ? 'path-not-found' : 'path-unreadable',
      `${redact(path)} ${cause.code === 'ENOENT' ? 'is not there' : 'cannot be read'}.`,
      { hint: 'Give the path of a metrics file.', cause },
    );
  });
  if (!stats.isFile() || stats.size > largest) throw notMetrics(path, stats.isFile() ? 'is too large' : 'is no file');
  return (await isDatabase(path)) ? entriesInDatabase(path) : entriesInText(await readFile(path, 'utf8'), path);
}

/** The name of the skill of an entry. */
export function skillNameIn(entry: JsonObject): string | undefined {
  const name = [entry['skill_name'], entry['skill']].find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof name === 'string' && /[\p{L}\p{N}]/u.test(name) ? name : undefined;
}

const largest = 256 * 1024 * 1024;

async function isDatabase(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
  return buffer.toString('latin1') === magic;
}

const magic = 'SQLite format 3\0';

function entriesInText(text: string, path: string): readonly unknown[] {
  let value: unknown;
  try {
    value = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw notMetrics(path, `is damaged: ${reasonOf(cause)}`);
  }
  const list = Array.isArray(value) ? value : isObject(value) ? value['invocations'] : undefined;
  if (!Array.isArray(list)) throw notMetrics(path, 'has no list "invocations"');
  if (list.length > 0 && !list.some((entry) => isObject(entry) && skillNameIn(entry) !== undefined))
    throw notMetrics(path, 'lists something else than uses of skills');
  return list;
}

/** The columns of table `skill_invocation`; its later versions added the phase. */
const columns = [
  'skill_name',
  'invoked_at',
  'session_id',
  'workflow_path',
  'completed',
  'duration_seconds',
  'user_query',
  'alternatives_considered',
  'selection_rank',
  'follow_up_actions',
  'error_type',
  'workflow_phase',
] as const;

function entriesInDatabase(path: string): readonly JsonObject[] {
  let rows: readonly JsonObject[] | undefined;
  try {
    using open = readDatabase(path);
    const { database } = open;
    const found = database.prepare('select name from pragma_table_info(?)').all('skill_invocation');
    const known = columns.filter((column) => found.some(({ name }) => name === column));
    if (known.includes('skill_name'))
      rows = database.prepare(`select ${known.join(', ')} from skill_invocation order by rowid`).all();
  } catch (cause) {
    throw notMetrics(path, `is damaged: ${reasonOf(cause)}`);
  }
  if (rows === undefined) throw notMetrics(path, 'is a database without a table "skill_invocation"');
  return rows.map((row) => ({
    ...row,
    completed: row['completed'] === 1,
    alternatives_considered: listIn(row['alternatives_considered']),
    follow_up_actions: listIn(row['follow_up_actions']),
  }));
}

/** Lists are written as JSON. */
function listIn(value: unknown): unknown {
  try {
    return typeof value === 'string' ? (parseJson(value) as unknown) : value;
  } catch {
    return undefined;
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 120) : 'it cannot be read';
}

/** The file stays where it is, unchanged. */
function notMetrics(path: string, reason: string): StemmaError {
  return new StemmaError('not-recognised', `${redact(path)} ${reason}.`, {
    hint: 'Nothing was imported, and the file was left as it is. docs/skills.md says what can be imported.',
  });
}
