import type { Operation } from '../../model/operation.ts';
import { isNamed, operandsOf } from './operands.ts';
import { patchEdits, touched } from '../operations/patch-edits.ts';
import { isKeptFile } from './programs.ts';
import type { SimpleCommand } from './simple-commands.ts';
import { programName } from './program-name.ts';

/**
 * What a program that changes files changes; undefined when its arguments do not show it. `stdin` is its standard
 * input, if known.
 */
export function shellEdits(words: readonly string[], stdin: string): readonly Operation[] | undefined {
  const program = programName(words[0]);
  switch (program) {
    case 'apply_patch':
    case 'applypatch':
    case 'patch': {
      const edits = patchEdits(stdin !== '' ? stdin : (words.find((word) => word.includes('\n')) ?? ''));
      const files = program === 'patch' ? operandsOf(words, 'pidDoR').filter(isNamed) : [];
      return edits.length > 0 ? edits : files.length > 0 ? [touched(files[0]!)] : undefined;
    }
    case 'sed':
    case 'gsed':
    case 'perl':
    case 'ruby':
      return substitutions(words);
    case 'tee':
      // Its files are `writtenFiles`.
      return [];
    case 'mv':
    case 'rename':
      return all(operandsOf(words, 'tS'));
    case 'Move-Item':
      return all(cmdletPaths(words));
    case 'Set-Content':
    case 'Add-Content':
    case 'Out-File':
    case 'New-Item':
    case 'Remove-Item':
      // What comes behind is what is written.
      return all(cmdletPaths(words).slice(0, 1));
    case 'cp':
    case 'ln':
    case 'install':
    case 'rsync': {
      const target = operandsOf(words, 'tSmoge').at(-1);
      return target === undefined ? undefined : all([target]);
    }
    case 'Copy-Item':
      return all(cmdletPaths(words).slice(-1));
    case 'chmod':
    case 'chown':
      return all(operandsOf(words).slice(1));
    case 'dd': {
      const to = words.find((word) => word.startsWith('of='));
      return to === undefined ? undefined : all([to.slice(3)]);
    }
    default:
      return all(operandsOf(words, program === 'touch' ? 'tdr' : program === 'truncate' ? 's' : ''));
  }
}

/** What a cmdlet is given as a path: a parameter has a value behind it, unless it is a switch. */
function cmdletPaths(words: readonly string[]): readonly string[] {
  const paths: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const [, parameter] = /^-([a-z]+):?$/i.exec(words[at]!) ?? [];
    if (parameter === undefined) paths.push(words[at]!);
    else if (!switches.test(parameter)) {
      at++;
      if (pathParameters.test(parameter)) paths.push(words[at] ?? '');
    }
  }
  return paths;
}

const switches = /^(?:force|recurse|append|nonewline|noclobber|passthru|whatif|confirm|verbose)$/i;
const pathParameters = /^(?:path|literalpath|filepath|destination)$/i;

/** Files a command's output goes to, with the text as far as the line itself contains it. */
export function writtenFiles({ words, writes, appends }: SimpleCommand, content: string): readonly Operation[] {
  const isTee = programName(words[0]) === 'tee';
  if (writes.length === 0 && !isTee) return [];
  const files = isTee ? [...writes, ...operandsOf(words)] : writes;
  const adds = appends === true || (isTee && words.some((word) => word === '-a' || word === '--append'));
  return files
    .filter((path) => isNamed(path) && (content !== '' || isKeptFile(path)) && !/^[&\d]|^(?:NUL|\$null)$/i.test(path))
    .slice(0, 20)
    .map((path) => ({ does: 'edit', path, old: '', text: content, whole: content !== '' && !adds }));
}

function all(paths: readonly string[]): readonly Operation[] | undefined {
  const named = paths.filter(isNamed).slice(0, 40);
  return named.length === 0 ? undefined : named.map(touched);
}

/** `sed -i 's/a/b/' f`, `perl -pi -e 's/a/b/' f`: the replaced text is a pattern, as written. */
function substitutions(words: readonly string[]): readonly Operation[] | undefined {
  const scripts: string[] = [];
  const files: string[] = [];
  let hasExpression = false;
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    if (/^(?:-[a-zA-Z0-9]*e|--expression)$/.test(word)) {
      scripts.push(words[++at] ?? '');
      hasExpression = true;
    } else if (word.startsWith('--expression=')) {
      scripts.push(word.slice(13));
      hasExpression = true;
    } else if (!word.startsWith('-')) files.push(word);
  }
  // BSD's `-i ''` makes no backup.
  if (files[0] === '' || /^\.\w+$/.test(files[0] ?? '')) files.shift();
  if (!hasExpression) scripts.push(files.shift() ?? '');
  const named = files.filter(isNamed).slice(0, 40);
  if (named.length === 0) return undefined;
  const changes = scripts.flatMap(changesIn).slice(0, 20);
  if (changes.length === 0) return named.map(touched);
  return named.flatMap((path) =>
    changes.map(({ old, text }): Operation => ({ does: 'edit', path, old, text, whole: false })),
  );
}

interface Change {
  readonly old: string;
  readonly text: string;
}

/** The `s/a/b/` of a script, with any delimiter; else the text it inserts: `5i\text`, `/x/a text`. */
function changesIn(script: string): readonly Change[] {
  const changes: Change[] = [];
  for (let at = 0; at < script.length && changes.length < 20;) {
    substitute.lastIndex = at;
    const begin = substitute.exec(script);
    if (!begin) break;
    const sign = begin[2]!;
    const opens = begin.index + begin[0].length;
    const middle = endOfPart(script, opens, sign);
    const end = endOfPart(script, middle + 1, sign);
    if (middle < script.length)
      changes.push({
        old: unescaped(script.slice(opens, middle), sign),
        text: unescaped(script.slice(middle + 1, end), sign),
      });
    at = end + 1;
  }
  if (changes.length > 0) return changes;
  const insertion = /^[^{}]{0,200}?[\d$/]\s*[iac]\\?\s*(\S[\s\S]*)/.exec(script.slice(0, 20_000));
  return insertion ? [{ old: '', text: insertion[1]! }] : [];
}

const substitute = /(^|[\s;{/\d$!,])s([/|#@,:~!%^+])/g;

function endOfPart(script: string, from: number, sign: string): number {
  for (let at = from; at < script.length; at++) {
    if (script[at] === '\\') at++;
    else if (script[at] === sign) return at;
  }
  return script.length;
}

function unescaped(text: string, sign: string): string {
  return text.includes('\\') ? text.replaceAll(`\\${sign}`, sign).replaceAll('\\n', '\n') : text;
}
