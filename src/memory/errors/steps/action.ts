import type { CheckKind, Operation } from '../../../model/operation.ts';
import { folderIn, placeOf, withoutPlace } from './place.ts';
import { goalsIn, linesIn, termsIn, wordsIn } from './text-marks.ts';
import type { FinishedCall } from './finished-call.ts';

/** What is remembered of a call: small, whatever it wrote or printed. */
export interface Action {
  readonly key: string;
  readonly at: number | null;
  readonly tool: string;
  readonly message: string | null;
  readonly ended: FinishedCall['ended'];
  readonly edits: readonly Edit[];
  /** Its edits took effect: it succeeded, or a command after them failed. */
  readonly hasWritten: boolean;
  readonly looks: readonly string[];
  readonly lists: readonly string[];
  /** Names in what it looked for. */
  readonly sought: ReadonlySet<string>;
  readonly commands: readonly Command[];
  /** Words of its arguments, to see how alike two calls are. */
  readonly terms: ReadonlySet<string>;
  /** What the agent says it is for, in a few words: `Run all tests`. */
  readonly goals: ReadonlySet<string>;
  /** It only read, searched or listed. */
  readonly asks: boolean;
  /** It only counts what a check prints, or looks at how things were before a change: it proves nothing. */
  readonly counts: boolean;
  /** A check whose output shows that it rewrote files: the script behind it fixes what it finds. */
  readonly rewrites: boolean;
  /** Its failure would be ignored: `|| true`, or it runs in the background. */
  readonly ignores: boolean;
  /** What it prints goes through a filter, and its exit code with it: it may have failed unseen. */
  readonly filters: boolean;
}

export interface Edit {
  readonly path: string;
  /** Marks of the lines it added, and of those it removed. */
  readonly wrote: ReadonlySet<number>;
  readonly took: ReadonlySet<number>;
  /** Names in what it changed. */
  readonly words: ReadonlySet<string>;
  /** Its content is not known: a move, a copy, a deletion, new permissions. */
  readonly blind: boolean;
}

export interface Command {
  readonly words: readonly string[];
  readonly paths: readonly string[];
  readonly check: CheckKind | null;
  readonly fixes: boolean;
  /** Of git and its forges. */
  readonly verb: string | null;
  /** The folder or package it works on, where the call names one: `cd DIR`, `-C DIR`, `--filter NAME`. */
  readonly place: string | null;
}

export function actionOf(call: FinishedCall): Action {
  return new CallAction(call);
}

/** What only the few calls that follow a failure are asked is read on first use. A class: literals with getters are slow. */
class CallAction implements Action {
  readonly key: string;
  readonly at: number | null;
  readonly tool: string;
  readonly message: string | null;
  readonly ended: FinishedCall['ended'];
  readonly edits: readonly Edit[];
  readonly hasWritten: boolean;
  readonly looks: readonly string[];
  readonly lists: readonly string[];
  readonly sought: ReadonlySet<string>;
  readonly commands: readonly Command[];
  readonly rewrites: boolean;
  readonly asks: boolean;
  readonly #text: string;
  readonly #runs: boolean;
  #terms: ReadonlySet<string> | undefined;
  #goals: ReadonlySet<string> | undefined;
  #counts: boolean | undefined;
  #ignores: boolean | undefined;
  #filters: boolean | undefined;

  constructor(call: FinishedCall) {
    const { key, at, tool, message, ended, operations, output, text = '' } = call;
    const runs = operations.some(({ does }) => does === 'check' || does === 'vcs' || does === 'run');
    const folder = runs ? folderIn(text) : null;
    this.key = key;
    this.at = at;
    this.tool = tool;
    this.message = message;
    this.ended = ended;
    this.edits = operations
      .filter((each) => each.does === 'edit')
      .slice(0, maxParts)
      .map(editOf);
    this.hasWritten = hasWritten(call);
    this.looks = operations
      .filter((each) => each.does === 'look')
      .slice(0, maxParts)
      .map(({ path }) => path);
    this.lists = operations
      .flatMap((each) => (each.does === 'list' && each.path !== undefined ? [each.path] : []))
      .slice(0, maxParts);
    this.sought = new Set(operations.flatMap((each) => (each.does === 'search' ? [...wordsIn(each.pattern)] : [])));
    this.commands = operations.flatMap((each) => commandOf(each, tool, folder)).slice(0, maxParts);
    this.rewrites = operations.some(({ does }) => does === 'check') && rewriting.test(output);
    this.asks =
      operations.length > 0 && operations.every(({ does }) => does === 'look' || does === 'search' || does === 'list');
    this.#text = text;
    this.#runs = runs;
  }

  get terms(): ReadonlySet<string> {
    return (this.#terms ??= termsIn(this.#runs ? withoutPlace(this.#text) : this.#text));
  }

  get goals(): ReadonlySet<string> {
    return (this.#goals ??= goalsIn(this.#text));
  }

  get counts(): boolean {
    return (this.#counts ??= counting.test(this.#text));
  }

  get ignores(): boolean {
    return (this.#ignores ??= ignoring.test(this.#text) || background.test(this.#text));
  }

  get filters(): boolean {
    return (this.#filters ??= filtering.test(this.#text));
  }
}
const maxParts = 24;

function hasWritten({ ended, operations, reason, errorLines }: FinishedCall): boolean {
  const edit = operations.findIndex(({ does }) => does === 'edit');
  if (edit < 0 || ended === 'ok') return edit >= 0;
  const error = [reason, ...errorLines].join('\n');
  return (
    ended === 'failed' &&
    operations.some(({ does }, at) => at > edit && (does === 'check' || does === 'run' || does === 'vcs')) &&
    !unreadLine.test(error) &&
    !operations.some((each) => each.does === 'edit' && unwritten.test(error) && error.includes(each.path))
  );
}

/** The shell could not read the line: nothing of it ran. */
const unreadLine =
  /(?:^|[\n/])(?:(?:ba|z|da|k)?sh|\(eval\)):[^\n]*(?:syntax error|unexpected EOF|parse error|unmatched)|ParserError/;
/** It could not write where it was to. */
const unwritten = /no such file or directory|permission denied|read-only file system|is a directory/i;
/** Package managers print the command behind a script: `> biome check --write .`. */
const rewriting = /^[>$] .*(?:--write|--fix)\b|\bFixed \d+ file|^reformatted /m;
const counting = /\|\s*(?:e?grep -\w*c|wc\b|Measure-Object)|\bgit stash\b(?! (?:pop|apply|drop|list))/;
const ignoring = /\|\|\s*(?:true|:|echo|printf|exit 0)(?:\s|$|[;&|)"'])/m;
const background = /[^&]&[ \t]*(?:\n|$)/;
const filtering = /\|\s*(?:e?grep|rg|findstr|Select-String)\b/;

function editOf({ path, old, text }: Extract<Operation, { does: 'edit' }>): Edit {
  const edit = new ChangedFile(path, old, text);
  // Few failures lead to a look at few edits; but a large text is not kept for that.
  if (old.length + text.length > longestKept) edit.settle();
  return edit;
}
const longestKept = 8_192;

/** An edit, whose marks are read on first use. */
class ChangedFile implements Edit {
  readonly path: string;
  readonly blind: boolean;
  #texts: { readonly old: string; readonly text: string } | undefined;
  #marks: Pick<Edit, 'wrote' | 'took' | 'words'> | undefined;

  constructor(path: string, old: string, text: string) {
    this.path = path;
    this.blind = old === '' && text === '';
    this.#texts = { old, text };
  }

  get wrote(): ReadonlySet<number> {
    return this.settle().wrote;
  }

  get took(): ReadonlySet<number> {
    return this.settle().took;
  }

  get words(): ReadonlySet<string> {
    return this.settle().words;
  }

  settle(): Pick<Edit, 'wrote' | 'took' | 'words'> {
    if (this.#marks) return this.#marks;
    const { old, text } = this.#texts!;
    this.#texts = undefined;
    const before = linesIn(old);
    const after = linesIn(text);
    this.#marks = { wrote: without(after, before), took: without(before, after), words: changedWords(old, text) };
    return this.#marks;
  }
}

/** Names on one side only; all of them where both sides have the same. */
function changedWords(old: string, text: string): ReadonlySet<string> {
  const before = wordsIn(old);
  const after = wordsIn(text);
  const changed = new Set([...without(after, before), ...without(before, after)]);
  return changed.size > 0 ? changed : after;
}

function without<Item>(items: ReadonlySet<Item>, others: ReadonlySet<Item>): ReadonlySet<Item> {
  const rest = new Set<Item>();
  for (const item of items) if (!others.has(item)) rest.add(item);
  return rest;
}

function commandOf(operation: Operation, tool: string, folder: string | null): readonly Command[] {
  switch (operation.does) {
    case 'check':
    case 'vcs':
    case 'run':
      return [
        {
          words: short(operation.words),
          paths: operation.paths,
          check: operation.does === 'check' ? operation.kind : null,
          fixes: operation.does === 'check' && operation.fixes,
          verb: operation.does === 'vcs' ? operation.verb : null,
          place: placeOf(operation.words) ?? folder,
        },
      ];
    case 'fetch':
      return [{ ...plain, words: ['fetch', operation.target.slice(0, longestWord)] }];
    case 'other':
      // An unknown tool is a command with the tool's name.
      return [{ ...plain, words: short([tool, ...operation.text.slice(0, 2000).split(/\s+/)]) }];
    default:
      return [];
  }
}

const plain = { paths: [], check: null, fixes: false, verb: null, place: null };

/** Messages and scripts may be among the words of a command; they do not identify the command. */
function short(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.length <= longestWord && !word.includes('\n')).slice(0, 40);
}
const longestWord = 200;
