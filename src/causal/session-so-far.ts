import type { Operation } from '../model/operation.ts';
import { Candidates, type Candidate } from './candidates.ts';
import { compare } from './compare.ts';
import type { LinkedCall, LinkedPrompt, LinkedResult } from './linker.ts';
import { Past, type PastState } from './history/past.ts';
import { Paths, type PathsState } from './history/paths.ts';
import { PromptsInForce, type PromptsState } from './history/prompts-in-force.ts';
import { ShownBefore } from './history/shown-before.ts';
import { readCall } from './text/call-text.ts';
import { readText } from './text/read-text.ts';
import { readShown } from './text/shown.ts';
import type { Rule } from './rule.ts';
import { editsBefore } from './rules/edits-before.ts';
import { failures } from './rules/failures.ts';
import { fileVisits } from './rules/file-visits.ts';
import { namedFile } from './rules/named-file.ts';
import { plans } from './rules/plans.ts';
import { promptsRule } from './rules/prompts.ts';
import { replacedText } from './rules/replaced-text.ts';
import { sameFileRule } from './rules/same-file.ts';
import { describe, justBefore } from './rules/situation.ts';
import { surroundings } from './rules/surroundings.ts';
import { symbols } from './rules/symbols.ts';
import { terms, type Term } from './rules/terms.ts';
import { verification } from './rules/verification.ts';
import { versionControl } from './rules/version-control.ts';
import { writtenText } from './rules/written-text.ts';
import { groups, type EditText, type FileOf, type Group, type Step, type Target } from './history/step.ts';
import { WordSet } from './text/word-set.ts';

/** Calls without a result are forgotten, and so are the keys of old calls. */
const maxOpen = 200;
const maxKeys = 4_000;
/** This many steps and prompts are always considered, others when a rule finds something in them. */
const maxNear = 12;
const maxWishes = 5;
/** A call about more files is about none of them in particular. */
const maxFiles = 40;

/** Of the call that is looked at, whatever its session. */
const shownBefore = new ShownBefore();

/** A call, and every step that may have caused it. */
export interface Considered {
  readonly target: Target;
  /** The target as it is remembered. */
  readonly step: Step;
  /** Latest first. */
  readonly candidates: readonly Candidate[];
  readonly terms: readonly Term[];
}

/** A call whose result has not come. */
interface OpenCall {
  readonly step: Step;
  readonly edits: readonly EditText[];
}

/** All that a session is remembered by. */
export interface SessionState {
  readonly past: PastState;
  readonly open: Map<string, OpenCall>;
  readonly keys: Set<string>;
  readonly prompts: PromptsState;
  readonly wishes: Step[];
  readonly paths: PathsState;
  readonly turn: number;
  /** Of every step in it, its words: they are what does not survive serialization. */
  readonly words: ReadonlyMap<Step, Int32Array>;
}

/** Remembers a session as its events arrive, and runs the rules on each call. */
export class SessionSoFar {
  readonly #past: Past;
  readonly #open: Map<string, OpenCall>;
  readonly #keys: Set<string>;
  readonly #prompts: PromptsInForce;
  readonly #rules: readonly Rule[];
  readonly #wishes: Step[];
  readonly #paths: Paths;
  #turn: number;

  /** `saved`: a copy, by serialization, of what `state` gave. */
  constructor(saved?: SessionState) {
    for (const [step, array] of saved?.words ?? []) Object.assign(step, { words: new WordSet(array) });
    this.#past = new Past(saved?.past);
    this.#open = saved?.open ?? new Map();
    this.#keys = saved?.keys ?? new Set();
    this.#prompts = new PromptsInForce(saved?.prompts);
    this.#wishes = saved?.wishes ?? [];
    this.#paths = new Paths(saved?.paths);
    this.#turn = saved?.turn ?? 0;
    this.#rules = [
      replacedText,
      writtenText,
      symbols,
      sameFileRule,
      namedFile,
      verification,
      failures,
      promptsRule(this.#prompts),
      versionControl,
      plans,
      justBefore,
    ];
  }

  /** Its parts are still in use, and change with the next event. */
  state(): SessionState {
    const past = this.#past.state();
    const prompts = this.#prompts.state();
    const steps = [...past.steps, ...this.#wishes, ...[...this.#open.values()].map(({ step }) => step)];
    for (const prompt of [prompts.current, prompts.plan]) if (prompt) steps.push(prompt.step);
    return {
      past,
      open: this.#open,
      keys: this.#keys,
      prompts,
      wishes: this.#wishes,
      paths: this.#paths.state(),
      turn: this.#turn,
      words: new Map(steps.map((step) => [step, step.words.array])),
    };
  }

  prompt({ key, text, origin }: LinkedPrompt): void {
    if (this.#isRepeated(key)) return;
    // The prompt of a sub-agent asks for work, although no person wrote it.
    const isWish = origin === 'human' || origin === 'skill' || origin === 'compaction' || this.#past.length === 0;
    if (isWish) this.#turn++;
    const shown = readShown(text);
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
      words: new WordSet(shown.hashes.slice(0, shown.words)),
      wordCount: shown.words,
      command: new Set(),
      turn: this.#turn,
      done: true,
      failed: false,
      size: text.length,
      causes: [],
    };
    this.#past.add(step);
    this.#past.show(step, shown);
    if (!isWish) return;
    this.#prompts.add(step, text);
    this.#wishes.push(step);
    if (this.#wishes.length > maxWishes) this.#wishes.shift();
  }

  /** Undefined for a call that came before. */
  call(call: LinkedCall): Considered | undefined {
    if (this.#isRepeated(call.key)) return undefined;
    this.#paths.startIn(call.folder ?? '');
    const target = this.#target(call);
    const candidates = new Candidates(target);
    this.#past.back(target, maxNear, (step) => {
      if (step.isWish || !step.isPrompt) candidates.consider(step);
    });
    for (const wish of this.#wishes.toReversed()) if (this.#past.at(wish.index)) candidates.consider(wish);
    shownBefore.find(target, this.#past);
    for (const rule of this.#rules) rule(target, this.#past, candidates.propose);
    const found = terms(target, this.#past, shownBefore, candidates);
    const all = candidates.all();
    surroundings(target, all);
    fileVisits(target, this.#past, all);
    editsBefore(target, all);
    for (const candidate of all) describe(candidate, target, this.#prompts.current);
    compare(all);
    const step = this.#remember(target);
    return { target, step, candidates: all, terms: found };
  }

  /** Its text is needed until its result arrives, the rest as long as it may be a cause. */
  #remember(target: Target): Step {
    const step = stepOf(target);
    this.#past.add(step);
    this.#past.use(target);
    this.#open.set(target.key, { step, edits: target.edits });
    if (this.#open.size > maxOpen) this.#open.delete(this.#open.keys().next().value!);
    return step;
  }

  result({ call, shown, failed }: LinkedResult): void {
    const open = this.#open.get(call);
    if (!open) return;
    this.#open.delete(call);
    const { step, edits } = open;
    step.done = true;
    step.failed = failed;
    step.size = shown.size;
    this.#past.show(step, shown);
    this.#past.touch(step, step.files);
    if (!failed) for (const edit of edits) this.#past.write(step, edit);
  }

  #isRepeated(key: string): boolean {
    if (this.#keys.has(key)) return true;
    this.#keys.add(key);
    if (this.#keys.size > maxKeys) this.#keys.delete(this.#keys.values().next().value!);
    return false;
  }

  #target({ key, message = '', text, operations }: LinkedCall): Target {
    const edits = this.#editsOf(operations);
    const words = readCall(text, edits);
    return {
      index: this.#past.length,
      key,
      isPrompt: false,
      isWish: false,
      message,
      group: groupOf(operations),
      files: this.#filesOf(operations),
      stretches: operations.flatMap((each) =>
        each.does === 'look' ? [{ path: this.#paths.of(each.path).path, from: each.from, to: each.to }] : [],
      ),
      checkKind: operations.find((each) => each.does === 'check')?.kind,
      verb: operations.find((each) => each.does === 'vcs')?.verb,
      changes: operations.some((each) => each.does === 'edit' || (each.does === 'check' && each.fixes)),
      words: new WordSet(words.all),
      wordCount: words.places.length,
      command: commandOf(operations),
      turn: this.#turn,
      done: false,
      failed: false,
      size: 0,
      causes: [],
      text: words.text,
      wordsInText: words.wordsInText,
      replaced: words.replaced,
      places: words.places,
      weights: this.#past.weights(words.wordsInText, words.places),
      edits,
    };
  }

  #filesOf(operations: readonly Operation[]): FileOf[] {
    const files: FileOf[] = [];
    const add = (named: string, does: Operation['does']): void => {
      if (named === '' || files.length === maxFiles) return;
      const { path, folder, nameHash } = this.#paths.of(named);
      files.push({ path, folder, nameHash, does });
    };
    for (const operation of operations) {
      if ('path' in operation && operation.path !== undefined) add(operation.path, operation.does);
      if ('paths' in operation) for (const path of operation.paths) if (/[./]/.test(path)) add(path, operation.does);
    }
    return files;
  }

  #editsOf(operations: readonly Operation[]): EditText[] {
    const edits: EditText[] = [];
    for (const operation of operations) {
      if (operation.does !== 'edit') continue;
      const { path, old, text } = operation;
      edits.push({ path: this.#paths.of(path).path, old, text, oldRead: readText(old), textRead: readText(text) });
    }
    return edits;
  }
}

/** Without its texts. */
function stepOf(target: Target): Step {
  const {
    index,
    key,
    isPrompt,
    isWish,
    message,
    group,
    files,
    stretches,
    checkKind,
    verb,
    changes,
    words: own,
    wordCount,
    command,
    turn,
    done,
    failed,
    size,
    causes,
  } = target;
  return {
    index,
    key,
    isPrompt,
    isWish,
    message,
    group,
    files,
    stretches,
    checkKind,
    verb,
    changes,
    words: own,
    wordCount,
    command,
    turn,
    done,
    failed,
    size,
    causes,
  };
}

function groupOf(operations: readonly Operation[]): Group {
  return groups.find((group) => operations.some(({ does }) => does === group)) ?? 'other';
}

/** The first words of each command: what follows is data. */
function commandOf(operations: readonly Operation[]): Set<string> {
  return new Set(
    operations.slice(0, 20).flatMap((operation) => ('words' in operation ? operation.words.slice(0, 40) : [])),
  );
}
