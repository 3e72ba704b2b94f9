import { isAbsolute } from 'node:path';
import { git, repositoryAround } from '../../ask/blame/git.ts';
import { readHistory } from '../../ask/resume/facts/read-history.ts';
import { workOf, type Work } from '../../ask/resume/facts/work.ts';
import { readSession } from '../../memory/digest/read-session.ts';
import { runningMs, wasActive } from '../../memory/digest/running.ts';
import type { Digest } from '../../model/digest.ts';
import type { Session } from '../../model/session.ts';
import type { Outcome } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';

/** What a session left unfinished, as short phrases; empty when nothing is known. */
export async function unfinished(read: StoreReader, session: Session, now: number): Promise<readonly string[]> {
  const digest = await digestOf(read, session, now);
  // A session without files and commands leaves nothing unfinished.
  if (digest && digest.files.total + digest.commands.total === 0) return [];
  const work = workOf(await readHistory(read, session));
  const { edited, isUncommitted } = await looseEdits(work, session);
  const ended = digest?.outcome.what ?? 'unknown';
  const open = new Set(digest?.left_open.items.map(({ what }) => what));
  const isLoose = edited > 0 && (isUncommitted || ended !== 'success');
  return [
    ...(endings[ended] ?? []),
    // Errors before a passing check or a commit are over.
    ...(open.has('error') && (isLoose || endings[ended] !== undefined) ? ['an error has no fix'] : []),
    ...(isLoose
      ? [
          `edits to ${edited === 1 ? 'a file' : `${edited} files`}${isUncommitted ? ' are not committed, and' : ':'} no check has passed since`,
        ]
      : []),
    ...(open.has('plan') ? ['its plan is not done'] : []),
    ...(open.has('ask') ? ['a prompt has no answer'] : []),
    ...(open.has('call') ? ['a call has no answer'] : []),
  ];
}

const endings: Readonly<Partial<Record<Outcome, readonly string[]>>> = {
  failed: ['it did not end well'],
  abandoned: ['it was broken off'],
  partial: ['a part of it is left'],
};

/** When a session starts, the one before it is over, however recently it was active. */
async function digestOf(
  read: StoreReader,
  { uid, ended_at, events }: Session,
  now: number,
): Promise<Digest | undefined> {
  const isRecent = wasActive(ended_at === null ? null : Date.parse(ended_at), now);
  const kept = isRecent ? undefined : await read.digest(uid);
  return kept ?? (events > maxEvents ? undefined : (await readSession(read, uid, { now: now + runningMs }))?.digest);
}

/** The most events to read for a session without a digest: a fifth of a second. */
const maxEvents = 20_000;

/**
 * Files whose last edit was neither followed by a passing check nor committed. Git knows whether somebody has committed
 * since; outside a repository nobody does, and a final answer is the end of most work there.
 */
async function looseEdits(
  { files, green, commit }: Work,
  { cwd }: Session,
): Promise<{ readonly edited: number; readonly isUncommitted: boolean }> {
  const settled = Math.max(green?.place ?? -1, commit?.place ?? -1);
  const loose = [...files.values()]
    .filter(({ edits }) => (edits.at(-1)?.place ?? -1) > settled)
    .map(({ path }) => path);
  const repository = cwd === null ? undefined : repositoryAround(cwd);
  if (cwd === null || repository === undefined) return { edited: loose.length, isUncommitted: false };
  // Files elsewhere were temporary.
  const inside = loose.filter((path) => !isAbsolute(path) || path.startsWith(`${repository}/`)).slice(-maxAsked);
  if (inside.length === 0) return { edited: 0, isUncommitted: false };
  const status = await git(cwd, [
    'status',
    '--porcelain',
    '-z',
    '--no-renames',
    '--untracked-files=all',
    '--',
    ...inside.map((path) => `:(literal)${path}`),
  ]).catch(() => undefined);
  return status
    ? { edited: status.toString('utf8').split('\0').filter(Boolean).length, isUncommitted: true }
    : { edited: inside.length, isUncommitted: false };
}

const maxAsked = 100;
