import type { Operation } from '../model/operation.ts';
import { Candidates, type Candidate } from './candidates.ts';
import { compete } from './compete.ts';
import type { CallTold, PromptTold, ResultTold } from './linker.ts';
import { Past } from './past.ts';
import { PromptsInForce } from './prompts-in-force.ts';
import { glance, readText, readWords } from './read-text.ts';
import type { Rule } from './rule.ts';
import { failures } from './rules/failures.ts';
import { namedFile } from './rules/named-file.ts';
import { plans } from './rules/plans.ts';
import { dictates, promptsRule } from './rules/prompts.ts';
import { replacedText } from './rules/replaced-text.ts';
import { sameFileRule } from './rules/same-file.ts';
import { describe, justBefore } from './rules/situation.ts';
import { symbols } from './rules/symbols.ts';
import { verification } from './rules/verification.ts';
import { versionControl } from './rules/version-control.ts';
import { words } from './rules/words.ts';
import { writtenText } from './rules/written-text.ts';
import { groups, type EditText, type FileOf, type Group, type Step, type Target } from './step.ts';
import { WordSet } from './word-set.ts';

/** Calls that never get a result are forgotten, and so is that a call was told long ago. */
const mostOpen = 200;
const mostKeys = 4_000;

/** A call, and every step that may have caused it. */
export interface Considered {
  readonly target: Target;
  /** The target as it is remembered. */
  readonly step: Step;
  readonly candidates: readonly Candidate[];
}

/** Remembers a session while it is told, and asks the rules about each call. */
export class SessionSoFar {
  readonly #past = new Past();
  readonly #open = new Map<string, { readonly step: Step; readonly edits: readonly EditText[] }>();
  readonly #told = new Set<string>();
  readonly #prompts = new PromptsInForce();
  readonly #rules: readonly Rule[] = [
    replacedText, writtenText, symbols, words, sameFileRule, namedFile, verification, failures, promptsRule(this.#prompts), versionControl, plans, justBefore,
  ];
  #turn = 0;
  #folder = '';

  cwd(path: string): void {
    this.#folder ||= path.replaceAll('\\', '/').replace(/\/$/, '');
  }

  prompt({ key, text, origin }: PromptTold): void {
    if (this.#wasTold(key)) return;
    // A sub-agent is told what to do by a prompt no person wrote.
    const isWish = origin === 'human' || origin === 'skill' || origin === 'compaction' || this.#past.length === 0;
    if (isWish) this.#turn++;
    const read = glance(text);
    const step: Step = {
      index: this.#past.length,
      key,
      isPrompt: true,
      isWish,
      message: '',
      group: 'other',
      files: [],
      stretches: [],
      checkKind: undefined,
      verb: undefined,
      changes: false,
      words: new WordSet(read.words.hash.slice(0, read.words.length)),
      command: new Set(),
      turn: this.#turn,
      done: true,
      failed: false,
      size: text.length,
      causes: [],
    };
    this.#past.add(step);
    this.#past.show(step, read);
    if (isWish) this.#prompts.tell(step, text);
  }

  /** Undefined for a call that was told before. */
  call(told: CallTold): Considered | undefined {
    if (this.#wasTold(told.key)) return undefined;
    const target = this.#target(told);
    const candidates = new Candidates(target);
    for (const rule of this.#rules) rule(target, this.#past, candidates.propose);
    const all = candidates.all();
    compete(all, (prompt) => dictates(prompt, target, this.#prompts, this.#past));
    for (const candidate of all) describe(candidate, target, this.#prompts.current);
    // What it says is needed until its result is here, what it was for as long as it may be a cause.
    const step = stepOf(target);
    this.#past.add(step);
    this.#open.set(told.key, { step, edits: target.edits });
    if (this.#open.size > mostOpen) this.#open.delete(this.#open.keys().next().value!);
    return { target, step, candidates: all };
  }

  result({ call, output, failed }: ResultTold): void {
    const open = this.#open.get(call);
    if (!open) return;
    this.#open.delete(call);
    const { step, edits } = open;
    step.done = true;
    step.failed = failed;
    step.size = output.length;
    this.#past.show(step, glance(output));
    this.#past.touch(step, step.files);
    if (!failed) for (const edit of edits) this.#past.write(step, edit);
  }

  #wasTold(key: string): boolean {
    if (this.#told.has(key)) return true;
    this.#told.add(key);
    if (this.#told.size > mostKeys) this.#told.delete(this.#told.values().next().value!);
    return false;
  }

  #target({ key, message = '', input, operations }: CallTold): Target {
    const text = textOf(input);
    const wordsInText = readWords(text);
    return {
      index: this.#past.length,
      key,
      isPrompt: false,
      isWish: false,
      message,
      group: groupOf(operations),
      files: this.#filesOf(operations),
      stretches: operations.flatMap((each) => (each.does === 'look' ? [{ path: this.#below(each.path), from: each.from, to: each.to }] : [])),
      checkKind: operations.find((each) => each.does === 'check')?.kind,
      verb: operations.find((each) => each.does === 'vcs')?.verb,
      changes: operations.some((each) => each.does === 'edit' || (each.does === 'check' && each.fixes)),
      words: new WordSet(wordsInText.hash),
      command: commandOf(operations),
      turn: this.#turn,
      done: false,
      failed: false,
      size: 0,
      causes: [],
      text,
      wordsInText,
      weights: this.#past.weights(wordsInText),
      edits: this.#editsOf(operations),
    };
  }

  #filesOf(operations: readonly Operation[]): FileOf[] {
    const files: FileOf[] = [];
    const add = (path: string, does: Operation['does']): void => {
      if (path !== '' && files.length < 40) files.push({ path: this.#below(path), does });
    };
    for (const operation of operations) {
      if ('path' in operation && operation.path !== undefined) add(operation.path, operation.does);
      if ('paths' in operation) for (const path of operation.paths) if (/[./]/.test(path)) add(path, operation.does);
    }
    return files;
  }

  #editsOf(operations: readonly Operation[]): EditText[] {
    return operations.flatMap((operation) =>
      operation.does === 'edit'
        ? [{ path: this.#below(operation.path), old: operation.old, text: operation.text, oldRead: readText(operation.old), textRead: readText(operation.text) }]
        : [],
    );
  }

  #below(path: string): string {
    let bare = path.replaceAll('\\', '/').replace(/^['"]|['"]$/g, '');
    if (this.#folder !== '' && bare.startsWith(`${this.#folder}/`)) bare = bare.slice(this.#folder.length + 1);
    return bare.replace(/^(?:\.\/|~\/)/, '');
  }
}

/** Without its texts. */
function stepOf(target: Target): Step {
  const { index, key, isPrompt, isWish, message, group, files, stretches, checkKind, verb, changes, words: own, command, turn, done, failed, size, causes } = target;
  return { index, key, isPrompt, isWish, message, group, files, stretches, checkKind, verb, changes, words: own, command, turn, done, failed, size, causes };
}

function groupOf(operations: readonly Operation[]): Group {
  return groups.find((group) => operations.some(({ does }) => does === group)) ?? 'other';
}

/** The first words of each command: what follows is data. */
function commandOf(operations: readonly Operation[]): Set<string> {
  return new Set(operations.slice(0, 20).flatMap((operation) => ('words' in operation ? operation.words.slice(0, 40) : [])));
}

/** Everything the call says, without the names of its fields. Nobody says anything that deep. */
function textOf(input: unknown, depth = 0): string {
  if (typeof input === 'string') return input;
  if (typeof input === 'object' && input !== null && depth < 20) return Object.values(input).map((each) => textOf(each, depth + 1)).join('\n');
  return typeof input === 'number' ? String(input) : '';
}
