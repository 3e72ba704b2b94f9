import type { Operation } from '../../model/operation.ts';

/**
 * What a step did, in a form that steps of different sessions can share: `run npm install`, `edit src/a.ts`, `read
 * src/a.ts`. Only the first arguments stay, which identify the command; paths are relative to the session's folder.
 */
export function marksOf(operations: readonly Operation[], folder = ''): readonly string[] {
  const marks = new Set<string>();
  for (const operation of operations) {
    const mark = markOf(operation, folder);
    if (mark !== undefined) marks.add(mark);
    if (marks.size >= maxMarks) break;
  }
  return [...marks];
}

const maxMarks = 8;
const longest = 120;

function markOf(operation: Operation, folder: string): string | undefined {
  switch (operation.does) {
    case 'edit':
      return `edit ${below(operation.path, folder)}`.slice(0, longest);
    case 'look':
      return `read ${below(operation.path, folder)}`.slice(0, longest);
    case 'check':
    case 'run':
      return operation.words.length === 0 ? undefined : commandMark(operation.words);
    case 'vcs':
      return `run git ${operation.verb}`;
    default:
      return undefined;
  }
}

/** The program and its subcommands: up to two words that are no options, paths or values. */
export function commandMark(words: readonly string[]): string {
  const [program = '', ...rest] = words;
  const name = program.slice(program.lastIndexOf('/') + 1);
  const kept: string[] = [];
  for (const word of rest) {
    if (word.startsWith('-')) continue;
    if (kept.length >= 2 || !/^[A-Za-z][\w:.@-]{0,39}$/.test(word) || /\.\w{1,5}$/.test(word)) break;
    kept.push(word);
  }
  return `run ${[name, ...kept].join(' ')}`.slice(0, longest);
}

/** Instead of its own marks, for a call that passed when it was made again and nothing had been changed. */
export const retryMark = 'retry';

/** Whether it only shows the state of a repository: it can be part of a fix, but fixes nothing. */
export function isLookMark(mark: string): boolean {
  return /^run (?:git (?:status|log|diff|show|branch|rev-parse|remote|blame|ls-\w+)|(?:gh|glab) \w+ (?:view|list|status|checks|diff)|echo|sleep|date|pwd|env|which)\b/.test(
    mark,
  );
}

/** Marks in which the failing file itself has a placeholder name: what helps with it helps with the next file too. */
export function relativeMarks(marks: readonly string[], failed: readonly string[]): readonly string[] {
  const files = new Set(failed.flatMap((mark) => fileIn(mark) ?? []));
  return marks.map((mark) =>
    files.has(fileIn(mark) ?? '') ? `${mark.slice(0, mark.indexOf(' '))} ${sameFile}` : mark,
  );
}

export const sameFile = 'the same file';

/** The file that a mark names; undefined for a command. */
export function fileIn(mark: string): string | undefined {
  return mark.startsWith('run ') ? undefined : mark.slice(mark.indexOf(' ') + 1);
}

function below(path: string, folder: string): string {
  const bare = path.replaceAll('\\', '/').replace(/^\.\//, '');
  const base = folder.replaceAll('\\', '/').replace(/\/$/, '');
  return base !== '' && bare.startsWith(`${base}/`) ? bare.slice(base.length + 1) : bare;
}
