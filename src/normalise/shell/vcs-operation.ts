import type { Operation } from '../../model/operation.ts';
import { isNamed, isPathLike, operandsOf } from './operands.ts';
import { patchEdits } from '../operations/patch-edits.ts';
import { programName } from './program-name.ts';

/** One command of git, a forge or another version control. `stdin` is its standard input, if known. */
export function vcsOperation(words: readonly string[], stdin: string): readonly Operation[] {
  const program = programName(words[0]);
  const at = verbAt(words);
  const verb = words[at] ?? '';
  const rest = words.slice(at);
  if (forges.has(program)) {
    const second = rest[1] !== undefined && !rest[1].startsWith('-') ? rest[1] : '';
    return [
      { does: 'vcs', verb: second === '' ? verb : `${verb} ${second}`, paths: [], words, text: messageIn(rest, stdin) },
    ];
  }
  if (verb === 'grep') {
    const [pattern = '', ...paths] = operandsOf(rest, 'eABCm');
    return paths.filter(isNamed).length === 0
      ? [{ does: 'search', pattern }]
      : paths.filter(isNamed).map((path) => ({ does: 'search', pattern, path }));
  }
  if (verb === 'ls-files') {
    const paths = operandsOf(rest).filter(isNamed);
    return paths.length === 0 ? [{ does: 'list' }] : paths.map((path) => ({ does: 'list', path }));
  }
  const edits = verb === 'apply' || verb === 'am' ? patchEdits(stdin) : [];
  return [{ does: 'vcs', verb, paths: pathsOf(verb, rest), words, text: messageIn(rest, stdin) }, ...edits];
}

const forges = new Set(['gh', 'glab', 'hub', 'tea']);

/** Behind flags before the verb: `git -C web -c core.pager=cat diff`. */
function verbAt(words: readonly string[]): number {
  let at = 1;
  while (at < words.length && words[at]!.startsWith('-'))
    at += /^(?:-C|-c|-R|--git-dir|--work-tree|--repo|--namespace)$/.test(words[at]!) ? 2 : 1;
  return at;
}

function pathsOf(verb: string, rest: readonly string[]): readonly string[] {
  const dashes = rest.indexOf('--');
  const certain = dashes < 0 ? [] : rest.slice(dashes + 1);
  const operands = operandsOf(
    dashes < 0 ? rest : rest.slice(0, dashes),
    'mFCcnbBS',
    /^--(?:message|file|author|date|source|format|pretty|max-count|since|until)$/,
  );
  const named = takesFiles.has(verb)
    ? operands
    : operands.flatMap((word) =>
        /^[^:\s]+:[^:\s]+$/.test(word) && verb === 'show'
          ? [word.slice(word.indexOf(':') + 1)]
          : isFile(word)
            ? [word]
            : [],
      );
  return [...named, ...certain].filter(isNamed).slice(0, 40);
}
const takesFiles = new Set(['add', 'rm', 'mv', 'restore', 'stage', 'blame', 'check-ignore', 'ls-tree']);

/** A branch may have a slash in its name as well; a file has an extension. */
function isFile(word: string): boolean {
  return isPathLike(word) && !word.includes('..') && (word === '.' || /\.\w+$|\/$|^\.{0,1}\//.test(word));
}

/** Its text: messages, titles, bodies, also through `"$(cat <<'EOF' …)"` and `-F -`. */
function messageIn(rest: readonly string[], stdin: string): string {
  const messages: string[] = [];
  for (let at = 1; at < rest.length; at++) {
    const word = rest[at]!;
    const isFlag = /^-[a-z]*m$|^(?:--message|--title|--body|--notes|--description|-t|-b)$/.test(word);
    const value = isFlag
      ? rest[++at]
      : /^--(?:message|title|body|notes|description)=/.test(word)
        ? word.slice(word.indexOf('=') + 1)
        : undefined;
    if (value !== undefined) messages.push(withoutSubstitution(value));
  }
  if (stdin !== '' && messages.length === 0) messages.push(stdin);
  return messages.join('\n');
}

/** The text of `$(cat <<'EOF'\ntext\nEOF\n)`; any other as it is. */
function withoutSubstitution(value: string): string {
  if (!value.startsWith('$(cat <<')) return value;
  const first = value.indexOf('\n');
  const last = value.trimEnd().lastIndexOf('\n', value.trimEnd().length - 2);
  const mark = last <= first ? value.length : last;
  const body = value.slice(first + 1, mark);
  return first < 0 ? value : body.replace(/\n\w+\s*$/, '');
}
