import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';
import { toStepElsewhere } from '../walk/step.ts';
import type { StepElsewhere } from '../walk/step.ts';
import { authorsOf } from './answer.ts';
import type { BlameSession, BlameShare, BlameStep, Claimed } from './answer.ts';
import { maxCalls, notAfter } from './blame-file.ts';
import type { BlameOptions } from './blame-file.ts';
import { addedBy, fileAt, filesAt } from './commit.ts';
import type { Commit } from './commit.ts';
import { committedBy } from './committed-by.ts';
import { attributeFile } from './attribute-file.ts';
import { isText, linesOf } from './text-lines.ts';
import { Writings } from './writings.ts';

export interface BlameCommitAnswer {
  readonly commit: {
    readonly hash: string;
    readonly subject: string;
    readonly author: string;
    readonly at: string;
    readonly root: string;
  };
  /** The step whose own `git commit` printed this hash. */
  readonly committed_by: StepElsewhere | null;
  /** Lines the commit added. */
  readonly lines: BlameShare;
  readonly files: readonly (BlameShare & { readonly path: string })[];
  readonly steps: readonly BlameStep[];
  readonly sessions: readonly BlameSession[];
  readonly examined: number;
  /** The commit has more files, or the archive more calls that name them, than were looked at. */
  readonly truncated: boolean;
}

/** Which steps wrote the lines that a commit added, by their content. */
export async function blameCommit(
  read: StoreReader,
  { root, commit }: { readonly root: string; readonly commit: Commit },
  { sources, limit = maxCalls, raw = false }: BlameOptions,
): Promise<BlameCommitAnswer> {
  const shown = raw ? (text: string): string => text : redact;
  const archive = new Writings(read, { sources, most: limit });
  const [added, has] = [await addedBy(root, commit), await filesAt(root, commit.hash)];
  const files: (BlameShare & { readonly path: string })[] = [];
  const claims: Claimed[] = [];
  for (const { path, lines: numbers } of added?.slice(0, mostFiles) ?? []) {
    const bytes = await fileAt(root, commit.hash, path);
    if (!bytes || !isText(bytes)) continue;
    const lines = linesOf(Buffer.from(bytes).toString('utf8'));
    const asked = numbers.filter((number) => lines[number - 1]);
    const isAdded = new Set(numbers);
    const { claims: all } = await attributeFile(archive, {
      file: { root, path, has },
      lines,
      isAsked: (line) => isAdded.has(line + 1),
      isPossible: notAfter(commit.at),
    });
    const own = asked.map((number) => all[number - 1]);
    const attributed = own.filter((claim) => claim).length;
    files.push({ path: shown(path), total: own.length, attributed, unattributed: own.length - attributed });
    claims.push(...own);
  }
  const attributed = claims.filter((claim) => claim).length;
  const authors = await authorsOf(read, claims, claims.length);
  const committed = await committedBy(
    read,
    commit,
    authors.sessions.map(({ uid }) => uid),
    { sources },
  );
  const { hash, subject, author, at } = commit;
  return {
    commit: { hash, subject: shown(subject), author: shown(author), at, root: shown(root) },
    committed_by: committed ? toStepElsewhere(committed) : null,
    lines: { total: claims.length, attributed, unattributed: claims.length - attributed },
    files,
    ...authors,
    examined: archive.examined,
    truncated: archive.truncated || !added || added.length > mostFiles,
  };
}

const mostFiles = 100;
