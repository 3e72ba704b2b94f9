import type { Operation } from '../../model/operation.ts';
import { isNamed, operandsOf, pathsAmong } from './operands.ts';
import { programName } from './program-name.ts';

/**
 * The script that an interpreter gets on its command line or on standard input; undefined when it runs a file, or is
 * none.
 */
export function scriptOf(words: readonly string[], stdin: string): string | undefined {
  const program = programName(words[0]);
  if (!isInterpreter(words)) return undefined;
  const at = words.findIndex(
    (word, index) => index > 0 && /^(?:-[a-zA-Z]*[cep]|--eval|--print)$/.test(word) && index < 6,
  );
  if (at > 0 && (words[at + 1] ?? '') !== '' && !isEditor(program, words)) return words[at + 1];
  return stdin !== '' && operandsOf(words).every((word) => word === '-') ? stdin : undefined;
}
export function isInterpreter(words: readonly string[]): boolean {
  return interpreter.test(programName(words[0]));
}
const interpreter = /^(?:python|pypy)[\d.]*$|^(?:node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php)$/;

/** `perl -pi -e` and `ruby -i -pe` edit files in place; `node -c` and `php -l` check them. */
function isEditor(program: string, words: readonly string[]): boolean {
  return (program === 'perl' || program === 'ruby') && words.some((word) => /^-[a-zA-Z0-9]*i/.test(word));
}

/** What a script does to files, as far as it names them literally: it is read, not run. */
export function scriptOperations(script: string, words: readonly string[]): readonly Operation[] {
  const source = script.length > longest ? script.slice(0, longest) : script;
  const literals = literalsOf(source);
  const names = assigned(source, literals);
  const calls = callsOf(source, literals, names);
  const writes = calls.filter(({ does }) => does === 'write').slice(0, 20);
  if (writes.length > 0) return edits(source, calls, writes);
  const reads = new Set(calls.flatMap(({ does, path }) => (does === 'read' && path !== undefined ? [path] : [])));
  const run: Operation = { does: 'run', words, paths: pathsAmong(words.slice(1)) };
  return reads.size === 0
    ? [run]
    : [...[...reads].slice(0, 20).map((path): Operation => ({ does: 'look', path })), run];
}

// A longer script is data.
const longest = 200_000;

interface Literal {
  readonly from: number;
  /** Behind its closing quote. */
  readonly to: number;
  readonly text: string;
}

interface FileCall {
  readonly does: 'write' | 'read' | 'replace';
  readonly at: number;
  readonly path?: string;
  readonly old?: string;
  readonly text?: string;
  readonly adds?: boolean;
}

/** The strings of a script in Python, JavaScript, Ruby or PHP, in their order; comments are skipped. */
function literalsOf(source: string): readonly Literal[] {
  const literals: Literal[] = [];
  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!;
    if (sign === '#' || (sign === '/' && source[at + 1] === '/' && source[at - 1] !== ':')) {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else if (sign === '"' || sign === "'" || sign === '`') {
      const triple = source.startsWith(sign.repeat(3), at) && sign !== '`' ? 3 : 1;
      const end = endOfLiteral(source, at + triple, sign.repeat(triple));
      literals.push({
        from: at,
        to: end + triple,
        text: plain(source.slice(at + triple, end), source[at - 1] === 'r'),
      });
      at = end + triple - 1;
      if (literals.length >= 2000) break;
    }
  }
  return literals;
}

function endOfLiteral(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === quote[0] && (quote.length === 1 || source.startsWith(quote, at))) return at;
    else if (source[at] === '\n' && quote.length === 1 && quote !== '`') return at;
  }
  return source.length;
}

function plain(text: string, isRaw: boolean): string {
  if (isRaw || !text.includes('\\')) return text;
  return text.replace(/\\([\s\S])/g, (_, sign: string) =>
    sign === 'n' ? '\n' : sign === 't' ? '\t' : sign === '\n' ? '' : sign,
  );
}

type Names = ReadonlyMap<string, readonly Literal[]>;

/** Names that are only ever assigned a string or a path, with each assignment. */
function assigned(source: string, literals: readonly Literal[]): Names {
  const names = new Map<string, Literal[]>();
  for (const literal of literals) {
    const before = source.slice(Math.max(0, literal.from - 80), literal.from);
    const name = /(\w{1,60})\s{0,4}=\s{0,4}(?:(?:pathlib\.)?Path\()?[rfbu]{0,2}$/.exec(before)?.[1];
    if (name === undefined || !/^\)?[ \t]*(?:[;,\r\n]|$)/.test(source.slice(literal.to, literal.to + 20))) continue;
    const all = names.get(name);
    if (all) all.push(literal);
    else names.set(name, [literal]);
  }
  return names;
}

/** What a name stands for at this place. */
function valueOf(names: Names, name: string | undefined, at: number): string | undefined {
  return name === undefined ? undefined : names.get(name)?.findLast(({ to }) => to <= at)?.text;
}

/** The calls that read, write and replace, in their order. */
function callsOf(source: string, literals: readonly Literal[], names: Names): readonly FileCall[] {
  const calls: FileCall[] = [];
  const starts = new Map(literals.map((literal, index) => [literal.from, index]));
  const argument = (from: number): { readonly value: string | undefined; readonly end: number } => {
    blanks.lastIndex = from;
    let at = from + blanks.exec(source)![0].length;
    pathMaker.lastIndex = at;
    at += pathMaker.exec(source)?.[0].length ?? 0;
    prefix.lastIndex = at;
    const quoted = starts.get(at + prefix.exec(source)![0].length);
    if (quoted !== undefined) return { value: literals[quoted]!.text, end: literals[quoted]!.to };
    word.lastIndex = at;
    const name = word.exec(source)?.[0];
    return { value: valueOf(names, name, at), end: at + (name?.length ?? 0) };
  };
  const second = (from: number): ReturnType<typeof argument> => {
    comma.lastIndex = from;
    const sign = comma.exec(source);
    return sign ? argument(from + sign[0].length) : { value: undefined, end: from };
  };
  /** What stands before `.write_text(`: `Path("a")` or a name. */
  const subject = (at: number): string | undefined => {
    if (source[at - 1] === ')') {
      const closing = literals.findLast(({ to }) => to <= at - 1 && at - 1 - to < 4);
      return closing?.text;
    }
    const name = /\w{1,60}$/.exec(source.slice(Math.max(0, at - 60), at))?.[0];
    return valueOf(names, name, at);
  };

  let inside = 0;
  for (const match of source.matchAll(fileCall)) {
    const at = match.index;
    while (inside < literals.length && literals[inside]!.to <= at) inside++;
    if (inside < literals.length && literals[inside]!.from < at) continue;
    const open = at + match[0].length;
    const name = match[1]!;
    const first = argument(open);
    const next = second(first.end);
    if (/replace|sub/.test(name)) {
      calls.push({
        does: 'replace',
        at,
        ...(first.value !== undefined && { old: first.value }),
        ...(next.value !== undefined && { text: next.value }),
      });
    } else if (name === 'open') {
      const does = /^[rb+t]*[wax]/.test(next.value ?? '') ? 'write' : 'read';
      if (first.value !== undefined) calls.push({ does, at, path: first.value, adds: /a/.test(next.value ?? '') });
    } else if (name === '.write') {
      // `with open("a", "w") as f: f.write("text")`
      const opened = calls.at(-1);
      if (opened?.does === 'write' && opened.text === undefined && first.value !== undefined)
        calls.splice(-1, 1, { ...opened, text: first.value });
    } else if (name.startsWith('.')) {
      const path = subject(at);
      if (path !== undefined)
        calls.push(
          name.startsWith('.write')
            ? { does: 'write', at, path, ...(first.value !== undefined && { text: first.value }) }
            : { does: 'read', at, path },
        );
    } else if (first.value !== undefined) {
      const isRead = /read|get_contents/i.test(name);
      calls.push({
        does: isRead ? 'read' : 'write',
        at,
        path: first.value,
        adds: /append/i.test(name),
        ...(next.value !== undefined && !isRead && { text: next.value }),
      });
    }
    if (calls.length >= 200) break;
  }
  return calls.filter(
    ({ does, path }) =>
      does === 'replace' || (path !== undefined && isNamed(path) && path.length < 300 && !path.includes('://')),
  );
}

const fileCall =
  /(\bopen|\.write_text|\.write|\.write_bytes|\.read_text|\.read_bytes|\bwriteFileSync|\bwriteFile|\bappendFileSync|\bappendFile|\breadFileSync|\breadFile|\bBun\.write|\bBun\.file|\bDeno\.writeTextFile|\bDeno\.readTextFile|\bFile\.write|\bFile\.read|\bfile_put_contents|\bfile_get_contents|\.replace|\.replaceAll|\bre\.sub|\.sub|\.gsub)\(/g;
const blanks = /\s*/y;
const pathMaker = /(?:pathlib\.)?Path\(\s*/y;
const prefix = /[rfbu]{0,2}/y;
const word = /\w{1,60}/y;
const comma = /\s*\)?\s*,\s*/y;

/** A replacement belongs to the file that is written next. Computed text is unknown: then the script stands for it. */
function edits(source: string, calls: readonly FileCall[], writes: readonly FileCall[]): readonly Operation[] {
  const operations: Operation[] = [];
  let replaced: Operation[] = [];
  for (const call of calls) {
    if (call.does === 'replace' && call.old !== undefined)
      replaced.push({ does: 'edit', path: '', old: call.old, text: call.text ?? '', whole: false });
    if (call.does !== 'write') continue;
    const path = call.path!;
    if (call.text !== undefined && call.text !== '')
      operations.push({ does: 'edit', path, old: '', text: call.text, whole: call.adds !== true });
    else if (replaced.length > 0)
      operations.push(
        ...replaced.map((each): Operation => ({ ...(each as Extract<Operation, { does: 'edit' }>), path })),
      );
    else operations.push({ does: 'edit', path, old: '', text: writes.length === 1 ? source : '', whole: false });
    replaced = [];
  }
  return operations.slice(0, 100);
}
