import type { Operation } from '../../model/operation.ts';
import { isNamed, operandsOf } from './operands.ts';
import { programName } from './program-name.ts';

/** What a program that only reads shows. Undefined when it has no file of its own and passes on its piped input. */
export function shellLooks(words: readonly string[], isPiped: boolean): readonly Operation[] | undefined {
  const program = programName(words[0]);
  const seeker = seekers.get(program);
  if (seeker) {
    const { patterns, paths, lists } = seeker(words);
    if (isPiped && paths.length === 0)
      return patterns.length > 0 && words.some((word) => /^-[a-zA-Z]*[rR]/.test(word))
        ? [{ does: 'search', pattern: patterns.join('|') }]
        : undefined;
    if (lists) return listed(paths, patterns[0]);
    return searched(patterns.join('|'), paths);
  }
  if (listers.has(program))
    return isPiped && program === 'wc'
      ? undefined
      : listed(operandsOf(words, listers.get(program)).filter(isNamed), undefined);
  if (finders.has(program)) return found(program, words);
  if (program === 'test' || program.startsWith('[')) return [];

  const show = showers.get(program);
  const operands = operandsOf(words, show?.valued ?? '', show?.valuedLong);
  const files = (
    show?.scriptFirst && !words.some((word) => show.scriptFlag?.test(word)) ? operands.slice(1) : operands
  ).filter(isNamed);
  if (files.length === 0) return isPiped ? undefined : [];
  const ranges = rangesOf(program, words);
  return files
    .slice(0, 40)
    .flatMap((path): Operation[] =>
      ranges.length === 0 ? [{ does: 'look', path }] : ranges.map((range) => ({ does: 'look', path, ...range })),
    );
}

/** What is shown of it behind `| head -40`, `| sed -n 5,20p`, `| grep x`. */
export function narrowed(operations: readonly Operation[], words: readonly string[]): readonly Operation[] {
  const program = programName(words[0]);
  const seeker = seekers.get(program);
  if (seeker) {
    // `grep -v` names what not to show.
    if (words.some((word) => /^-[a-zA-Z]*v|^--invert/.test(word))) return operations;
    const pattern = seeker(words).patterns.join('|');
    if (pattern === '') return operations;
    return operations.map((each) => {
      if (each.does === 'look') return { does: 'search', pattern, path: each.path };
      return each.does === 'list' && each.pattern === undefined ? { ...each, pattern } : each;
    });
  }
  const ranges = rangesOf(program, words);
  if (ranges.length === 0) return operations;
  return operations.flatMap((each) =>
    each.does === 'look' && each.from === undefined && each.to === undefined
      ? ranges.map((range) => ({ ...each, ...range }))
      : [each],
  );
}

interface Range {
  readonly from?: number;
  readonly to?: number;
}

/** The lines a program shows of a file, where its arguments state them. */
function rangesOf(program: string, words: readonly string[]): readonly Range[] {
  switch (program) {
    case 'sed':
    case 'gsed':
      return sedRanges(words);
    case 'head': {
      const lines = lineCount(words);
      return lines === undefined || lines.startsWith('-') ? [] : range(1, Number(lines));
    }
    case 'tail': {
      const lines = lineCount(words);
      return lines?.startsWith('+') ? range(Number(lines.slice(1)), undefined) : [];
    }
    case 'bat':
    case 'batcat': {
      const at = words.findIndex((word) => /^(?:-r|--line-range)/.test(word));
      const lines =
        at < 0 ? undefined : /(\d+):(\d*)$/.exec(words[at]!.includes('=') ? words[at]! : (words[at + 1] ?? ''));
      return lines ? range(Number(lines[1]), lines[2] ? Number(lines[2]) : undefined) : [];
    }
    case 'awk':
    case 'gawk':
    case 'mawk': {
      const script = words.find((word) => word.includes('NR')) ?? '';
      const first = />=?\s*(\d+)/.exec(script)?.[1] ?? /NR==(\d+)/.exec(script)?.[1];
      const last = /<=?\s*(\d+)/.exec(script)?.[1] ?? /,\s*NR==(\d+)/.exec(script)?.[1];
      return first === undefined && last === undefined
        ? []
        : range(first === undefined ? 1 : Number(first), last === undefined ? undefined : Number(last));
    }
    default:
      return [];
  }
}

function range(from: number, to: number | undefined): readonly Range[] {
  if (!Number.isSafeInteger(from) || (to !== undefined && !Number.isSafeInteger(to))) return [];
  return [{ from: Math.max(1, from), ...(to !== undefined && { to }) }];
}

/** `-n 40`, `-n40`, `-40`, `--lines=40`; undefined when bytes are counted. `head` alone shows ten. */
function lineCount(words: readonly string[]): string | undefined {
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!;
    if (/^(?:-c|--bytes)/.test(word)) return undefined;
    const count = /^(?:-n|--lines=?|-)([+-]?\d+)$/.exec(word)?.[1];
    if (count !== undefined) return count;
    if ((word === '-n' || word === '--lines') && /^[+-]?\d+$/.test(words[at + 1] ?? '')) return words[at + 1];
  }
  return '10';
}

function sedRanges(words: readonly string[]): readonly Range[] {
  if (!words.some((word) => /^-[a-zA-Z]*n|^--(?:quiet|silent)$/.test(word))) {
    // `sed 40q`
    const quit = /^(\d{1,9})q$/.exec(words[1] ?? '');
    return quit ? range(1, Number(quit[1])) : [];
  }
  const ranges: Range[] = [];
  for (const word of words.slice(1)) {
    if (!/^[\d$]/.test(word) || word.length > 500) continue;
    for (const piece of word.split(/[;\n]/)) {
      const lines = /^\s*(\d{1,9})(?:,(\d{1,9}|\$|\+\d{1,9}))?\s*\{?p/.exec(piece);
      if (!lines) continue;
      const from = Number(lines[1]);
      const to =
        lines[2] === undefined
          ? from
          : lines[2] === '$'
            ? undefined
            : lines[2].startsWith('+')
              ? from + Number(lines[2])
              : Number(lines[2]);
      ranges.push(...range(from, to));
    }
  }
  return ranges.slice(0, 20);
}

interface Sought {
  readonly patterns: readonly string[];
  readonly paths: readonly string[];
  /** It shows names of files only because it was asked for names. */
  readonly lists?: boolean;
}

const grep = seek(
  'ABCmfedD',
  /^--(?:file|max-count|after-context|before-context|context|include|exclude|exclude-dir|regexp)$/,
);
const rg = seek(
  'ABCmgtTefjMErd',
  /^--(?:glob|iglob|type|type-not|regexp|file|max-count|after-context|before-context|context|max-columns|threads|sort|sortr|replace|encoding|max-depth|color|colors|ignore-file|max-filesize)$/,
);
const seekers: ReadonlyMap<string, (words: readonly string[]) => Sought> = new Map([
  ...['grep', 'egrep', 'fgrep', 'zgrep'].map((name): [string, (words: readonly string[]) => Sought] => [name, grep]),
  ...['rg', 'ag', 'ack'].map((name): [string, (words: readonly string[]) => Sought] => [name, rg]),
  ['Select-String', powershellSeek],
  ['sls', powershellSeek],
  ['ast-grep', structureSeek],
  ['sg', structureSeek],
]);

function seek(valued: string, valuedLong: RegExp): (words: readonly string[]) => Sought {
  return (words) => {
    const operands = operandsOf(words, valued, valuedLong);
    const patterns: string[] = [];
    for (let at = 1; at < words.length; at++) {
      const word = words[at]!;
      if (word === '--') break;
      if (/^-[a-zA-Z]*e$/.test(word) || word === '--regexp') patterns.push(words[++at] ?? '');
      else if (word.startsWith('--regexp=')) patterns.push(word.slice(9));
    }
    if (words.includes('--files')) {
      const glob = words.findIndex((word) => word === '-g' || word === '--glob');
      return { patterns: glob < 0 ? [] : [words[glob + 1] ?? ''], paths: operands.filter(isNamed), lists: true };
    }
    if (patterns.length > 0) return { patterns, paths: operands.filter(isNamed) };
    return { patterns: operands.slice(0, 1), paths: operands.slice(1).filter(isNamed) };
  };
}

function powershellSeek(words: readonly string[]): Sought {
  const after = (flag: RegExp) => words.find((_, index) => flag.test(words[index - 1] ?? ''));
  const pattern = after(/^-Pattern$/i) ?? operandsOf(words)[0];
  const path = after(/^-(?:Literal)?Path$/i);
  return { patterns: pattern === undefined ? [] : [pattern], paths: path === undefined ? [] : [path] };
}

function structureSeek(words: readonly string[]): Sought {
  const at = words.findIndex((word) => word === '-p' || word === '--pattern');
  return {
    patterns: at < 0 ? [] : [words[at + 1] ?? ''],
    paths: operandsOf(words, 'plr', /^--(?:pattern|lang|rewrite|selector)$/).filter(
      (word) => word !== 'run' && word !== 'scan' && isNamed(word),
    ),
  };
}

function searched(pattern: string, paths: readonly string[]): readonly Operation[] {
  return paths.length === 0
    ? [{ does: 'search', pattern }]
    : paths.slice(0, 20).map((path) => ({ does: 'search', pattern, path }));
}

function listed(paths: readonly string[], pattern: string | undefined): readonly Operation[] {
  const more = pattern === undefined ? {} : { pattern };
  return paths.length === 0
    ? [{ does: 'list', ...more }]
    : paths.slice(0, 40).map((path) => ({ does: 'list', path, ...more }));
}

/** Programs that list files, not their content, with their flags that take a value. */
const listers: ReadonlyMap<string, string> = new Map([
  ...[
    'ls',
    'll',
    'la',
    'dir',
    'exa',
    'eza',
    'wc',
    'file',
    'readlink',
    'realpath',
    'basename',
    'dirname',
    'md5sum',
    'sha1sum',
    'sha256sum',
    'shasum',
    'identify',
    'ffprobe',
    'ctags',
    'Get-ChildItem',
    'gci',
  ].map((name): [string, string] => [name, '']),
  ['tree', 'LIP'],
  ['stat', 'fc'],
  ['du', 'd'],
  ['df', 't'],
]);

const finders = new Set([
  'find',
  'fd',
  'fdfind',
  'locate',
  'mdfind',
  'which',
  'whereis',
  'type',
  'pgrep',
  'fzf',
  'cscope',
]);

function found(program: string, words: readonly string[]): readonly Operation[] {
  if (program === 'find') {
    const isTest = (word: string) => /^[-(!\\]/.test(word);
    const end = words.findIndex((word, index) => index > 0 && isTest(word));
    const named = words.findIndex((word) => /^-i?(?:name|path|regex|wholename)$/.test(word));
    return listed(words.slice(1, end < 0 ? undefined : end).filter(isNamed), named < 0 ? undefined : words[named + 1]);
  }
  const operands = operandsOf(words, 'etEdxX', /^--(?:extension|type|exclude|max-depth)$/);
  return listed(operands.slice(1).filter(isNamed), operands[0]);
}

interface Shower {
  readonly valued: string;
  readonly valuedLong?: RegExp;
  /** Its first operand is not a file but a script. */
  readonly scriptFirst?: boolean;
  /** Unless one of these flags has it. */
  readonly scriptFlag?: RegExp;
}

const awk: Shower = { valued: 'vFf', scriptFirst: true, scriptFlag: /^-f/ };
const jq: Shower = {
  valued: '',
  valuedLong: /^--(?:indent|tab)$/,
  scriptFirst: true,
  scriptFlag: /^(?:-f|--from-file)/,
};
const sed: Shower = { valued: 'ef', scriptFirst: true, scriptFlag: /^(?:-[a-zA-Z]*[ef]$|--expression|--file)/ };
const showers: ReadonlyMap<string, Shower> = new Map<string, Shower>([
  ['sed', sed],
  ['gsed', sed],
  ['awk', awk],
  ['gawk', awk],
  ['mawk', awk],
  ['jq', jq],
  ['yq', jq],
  ['head', { valued: 'nc', valuedLong: /^--(?:lines|bytes)$/ }],
  ['tail', { valued: 'nc', valuedLong: /^--(?:lines|bytes)$/ }],
  ['bat', { valued: 'rlH', valuedLong: /^--(?:line-range|language|style|color|paging)$/ }],
  ['nl', { valued: 'bsvw' }],
  ['cut', { valued: 'dfcb' }],
  ['sort', { valued: 'ktoT' }],
  ['tr', { valued: '', scriptFirst: true }],
  ['column', { valued: 'sco' }],
  ['paste', { valued: 'd' }],
  ['fold', { valued: 'w' }],
  ['xxd', { valued: 'lscg' }],
  ['hexdump', { valued: 'ens' }],
  ['od', { valued: 'ANjtw' }],
  ['strings', { valued: 'nt' }],
  ['diff', { valued: 'UIx' }],
  ['less', { valued: 'pN' }],
]);
