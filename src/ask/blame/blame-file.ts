import type { EventId } from '../../model/ids.ts';
import { redact } from '../../platform/redact.ts';
import type { Source } from '../../sources/source.ts';
import type { StoreReader } from '../../store/store.ts';
import { authorsOf } from './answer.ts';
import type { BlameSession, BlameShare, BlameStep, Claimed } from './answer.ts';
import type { CallEdits } from './call-edits.ts';
import { attributeFile } from './attribute-file.ts';
import { historyOf } from './line-history.ts';
import type { AskedFile } from './same-file.ts';
import { Writings } from './writings.ts';

/** Lines that one step wrote, or that nobody is known to have written. */
export interface BlameRun {
  /** From 1, both included. */
  readonly from: number;
  readonly to: number;
  readonly step: EventId | null;
  /** It wrote parts of these lines. */
  readonly part: boolean;
  /** The path it wrote to, where that is not the file's own path here: the file was moved, or is another copy. */
  readonly written_as: string | null;
}

export interface LineHistory {
  readonly line: number;
  readonly text: string;
  /** The edit that wrote it first, then those whose text stood in its place before. */
  readonly history: readonly {
    readonly step: BlameStep;
    readonly text: string;
    readonly replaced: readonly string[];
  }[];
}

export interface BlameFileAnswer {
  readonly file: {
    readonly path: string;
    readonly root: string;
    readonly commit: string | null;
    readonly lines: number;
  };
  readonly lines: BlameShare;
  readonly runs: readonly BlameRun[];
  readonly steps: readonly BlameStep[];
  readonly sessions: readonly BlameSession[];
  /** Of the lines that were named; none when the whole file was asked about. */
  readonly history: readonly LineHistory[];
  /** Calls that were read to find out. */
  readonly examined: number;
  /** More calls name the file than were read: older ones may be behind what is not attributed. */
  readonly truncated: boolean;
}

export interface FileQuestion {
  readonly file: AskedFile;
  /** As linesOf gives them. */
  readonly lines: readonly string[];
  readonly commit?: { readonly hash: string; readonly at: string };
  /** Lines from and to, both included. */
  readonly range?: { readonly from: number; readonly to: number };
}

export interface BlameOptions {
  readonly sources: readonly Source[];
  /** At most so many calls are read. */
  readonly limit?: number;
  /** Leave secrets in. Only the command line may ask for this. */
  readonly raw?: boolean;
}

/** Which steps wrote a file, line by line, by what their edits wrote: never by when. */
export async function blameFile(
  read: StoreReader,
  question: FileQuestion,
  { sources, limit = maxCalls, raw = false }: BlameOptions,
): Promise<BlameFileAnswer> {
  const { file, lines, commit, range } = question;
  const archive = new Writings(read, { sources, most: limit });
  const [from, to] = range ? [range.from, range.to] : [1, lines.length];
  const isAsked = (line: number): boolean => line + 1 >= from && line + 1 <= to;
  const { claims, writings } = await attributeFile(archive, {
    file,
    lines,
    isAsked,
    ...(commit && { isPossible: notAfter(commit.at) }),
  });
  const asked = claims.map((claim, at) => (isAsked(at) && lines[at] !== '' ? claim : undefined));
  const total = lines.slice(from - 1, to).filter((line) => line !== '').length;
  const attributed = asked.filter((claim) => claim).length;
  const shown = raw ? (text: string): string => text : redact;
  const history: LineHistory[] = [];
  for (let line = from; range && line <= to; line++) {
    const chain = historyOf(claims[line - 1], writings).slice(0, longestHistory);
    const entries = chain.map(async ({ writing, at, replaced }) => ({
      step: (await authorsOf(read, [{ writing, at, isPart: false }], total)).steps[0]!,
      text: shown(writing.text[at]!),
      replaced: replaced.slice(0, longestHistory).map(shown),
    }));
    history.push({ line, text: shown(lines[line - 1]!), history: await Promise.all(entries) });
  }
  return {
    file: { path: shown(file.path), root: shown(file.root), commit: commit?.hash ?? null, lines: lines.length },
    lines: { total, attributed, unattributed: total - attributed },
    runs: runsOf(lines, claims, file)
      .flatMap((run) => clipped(run, from, to))
      .map((run) => ({ ...run, written_as: run.written_as && shown(run.written_as) })),
    ...(await authorsOf(read, asked, total)),
    history,
    examined: archive.examined,
    truncated: archive.truncated,
  };
}

/** About a second's reading. */
export const maxCalls = 1000;
const longestHistory = 20;

/** An edit made when the commit was there already cannot have written what is in it. */
export function notAfter(at: string): (call: CallEdits) => boolean {
  const end = Date.parse(at) + 1000;
  return ({ step }) => step.at === null || Date.parse(step.at) < end;
}

function runsOf(lines: readonly string[], claims: readonly Claimed[], { root, path }: AskedFile): readonly BlameRun[] {
  const runs: { from: number; to: number; step: EventId | null; part: boolean; written_as: string | null }[] = [];
  let blanks = 0;
  for (const [at, claim] of claims.entries()) {
    // Empty lines are nobody's; between lines of one author they are the author's, too.
    if (lines[at] === '') {
      blanks += 1;
      continue;
    }
    const elsewhere = claim && claim.writing.path !== `${root}/${path}` ? claim.writing.path : null;
    const next = {
      from: at + 1,
      to: at + 1,
      step: claim?.writing.step.id ?? null,
      part: claim?.isPart ?? false,
      written_as: elsewhere,
    };
    const last = runs.at(-1);
    if (
      last &&
      last.to + blanks === at &&
      last.step === next.step &&
      last.part === next.part &&
      last.written_as === next.written_as
    )
      last.to = next.to;
    else runs.push(next);
    blanks = 0;
  }
  return runs;
}

function clipped(run: BlameRun, from: number, to: number): readonly BlameRun[] {
  return run.to < from || run.from > to ? [] : [{ ...run, from: Math.max(run.from, from), to: Math.min(run.to, to) }];
}
