import type { Operation } from '../model/operation.ts';
import { calibration } from './calibration.ts';
import { Candidates, type Candidate } from './candidates.ts';
import { compete } from './compete.ts';
import type { CallTold, FoundCause, Linker } from './linker.ts';
import { Past, setOf } from './past.ts';
import { readText } from './read-text.ts';
import type { Rule } from './rule.ts';
import { failures } from './rules/failures.ts';
import { namedFile } from './rules/named-file.ts';
import { plans } from './rules/plans.ts';
import { dictates, promptsRule } from './rules/prompts.ts';
import { replacedText } from './rules/replaced-text.ts';
import { weighWords } from './rules/said.ts';
import { sameFileRule } from './rules/same-file.ts';
import { justBefore } from './rules/situation.ts';
import { symbols } from './rules/symbols.ts';
import { verification } from './rules/verification.ts';
import { versionControl } from './rules/version-control.ts';
import { words } from './rules/words.ts';
import { writtenText } from './rules/written-text.ts';
import { meaningOf, weighedAs, type Signal, type Weighed } from './signals.ts';
import { groups, type EditText, type FileOf, type Group, type Step, type Target } from './step.ts';
import { Scale } from './weigh.ts';

/** Causes that are less likely than this are not worth a guess. */
const leastConfidence = 0.2;
const mostCauses = 5;
/** A prompt longer than this (in characters) is a plan, and stays in force after short words. */
const planLength = 600;
const mostSaid = 4_000;

export function createLinker(): Linker {
  const scale = (currentScale ??= new Scale(calibration()));
  const session = new SessionSoFar();
  return {
    cwd: (path) => session.cwd(path),
    prompt: (told) => session.prompt(told),
    said: (text) => session.said(text),
    result: (told) => session.result(told),
    call(told) {
      const found = session.call(told);
      return found ? strongest(found, scale) : [];
    },
  };
}

let currentScale: Scale | undefined;

function strongest({ target, candidates }: Considered, scale: Scale): readonly FoundCause[] {
  const group = weighedAs(target.group);
  return candidates
    .map((candidate) => ({ candidate, confidence: scale.confidence(candidate, group) }))
    .filter(({ confidence }) => confidence >= leastConfidence)
    .toSorted((a, b) => b.confidence - a.confidence)
    .slice(0, mostCauses)
    .map(({ candidate, confidence }) => ({ cause: candidate.step.key, confidence: Math.round(confidence * 1000) / 1000, ...reasons(candidate, scale, group) }));
}

/** What spoke for it most, and what else did nearly as much. */
function reasons({ step, signals, evidence }: Candidate, scale: Scale, group: Weighed): Pick<FoundCause, 'types' | 'evidence'> {
  const spoke = [...signals]
    .map(([signal, value]) => ({ signal, type: meaningOf(signal).type, weight: value * scale.weight(signal, group) }))
    .filter(({ type, weight, signal }) => type !== null && weight > 0 && evidence.has(signal))
    .toSorted((a, b) => b.weight - a.weight);
  const enough = (spoke[0]?.weight ?? 0) / 3;
  const told = spoke.filter(({ weight }) => weight >= enough);
  const types = [...new Set(told.map(({ type }) => type!))];
  const texts = [...new Set(told.map(({ signal }) => evidence.get(signal)!()))];
  if (types.length === 0) return { types: [step.isPrompt ? 'asked' : 'informed'], evidence: [fallback(evidence)] };
  return { types, evidence: texts.slice(0, 3) };
}

function fallback(evidence: ReadonlyMap<Signal, () => string>): string {
  return evidence.values().next().value?.() ?? 'one of the steps before';
}

/** A call, and every step that may have caused it. For the fit, which needs them all. */
export interface Considered {
  readonly target: Target;
  readonly candidates: readonly Candidate[];
}

export class SessionSoFar {
  readonly #past = new Past();
  readonly #open = new Map<string, Target>();
  readonly #told = new Set<string>();
  readonly #texts = new Map<Step, string>();
  #current: Step | undefined;
  #plan: Step | undefined;
  #turn = 0;
  #folder = '';
  #said = { text: '', message: '', used: false };
  readonly #rules: readonly Rule[];

  constructor() {
    const that = this;
    const prompts = {
      get current() {
        return that.#current;
      },
      get plan() {
        return that.#plan;
      },
      textOf: (prompt: Step) => this.#texts.get(prompt) ?? '',
    };
    this.#prompts = prompts;
    this.#rules = [replacedText, writtenText, symbols, words, sameFileRule, namedFile, verification, failures, promptsRule(prompts), versionControl, plans, justBefore];
  }

  readonly #prompts: Parameters<typeof promptsRule>[0];

  cwd(path: string): void {
    this.#folder ||= path.replace(/\/$/, '');
  }

  prompt({ key, text, origin }: Parameters<Linker['prompt']>[0]): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    // A sub-agent is told what to do by a prompt no person wrote.
    const isWish = origin === 'human' || origin === 'skill' || origin === 'compaction' || this.#past.length === 0;
    if (isWish) this.#turn++;
    const read = readText(text);
    const step: Step = {
      index: this.#past.length,
      key,
      isPrompt: true,
      isWish,
      message: '',
      group: 'other',
      tool: '',
      operations: [],
      files: [],
      words: setOf(read.words),
      command: new Set(),
      turn: this.#turn,
      done: true,
      failed: false,
      size: text.length,
    };
    this.#past.add(step);
    this.#past.show(step, read);
    if (!isWish) return;
    if (this.#current && this.#current !== this.#plan) this.#texts.delete(this.#current);
    this.#current = step;
    this.#texts.set(step, text.toLowerCase());
    if (text.length <= planLength) return;
    if (this.#plan) this.#texts.delete(this.#plan);
    this.#plan = step;
  }

  said(text: string): void {
    if (this.#said.used) this.#said = { text: '', message: '', used: false };
    this.#said.text = `${this.#said.text}\n${text}`.slice(-mostSaid);
  }

  /** Undefined for a call that was told before. */
  call(told: CallTold): Considered | undefined {
    if (this.#told.has(told.key)) return undefined;
    this.#told.add(told.key);
    const target = this.#target(told);
    const candidates = new Candidates(target);
    for (const rule of this.#rules) rule(target, this.#past, candidates.propose);
    const all = candidates.all();
    weighWords(target, this.#past, all);
    compete(target, all, this.#current, (prompt) => dictates(prompt, target, this.#prompts, this.#past));
    this.#past.add(target);
    this.#open.set(told.key, target);
    return { target, candidates: all };
  }

  result({ call, output, failed }: Parameters<Linker['result']>[0]): void {
    const step = this.#open.get(call);
    if (!step) return;
    this.#open.delete(call);
    step.done = true;
    step.failed = failed;
    step.size = output.length;
    this.#past.show(step, readText(output));
    this.#past.touch(step, step.files);
    if (!failed) for (const edit of step.edits) this.#past.write(step, edit);
  }

  #target({ key, message = '', tool, input, operations }: CallTold): Target {
    const text = textOf(input);
    const read = readText(text);
    return {
      index: this.#past.length,
      key,
      isPrompt: false,
      isWish: false,
      message,
      group: groupOf(operations),
      tool,
      operations,
      files: this.#filesOf(operations),
      words: setOf(read.words),
      command: commandOf(operations),
      turn: this.#turn,
      done: false,
      failed: false,
      size: 0,
      text,
      read,
      edits: this.#editsOf(operations),
      said: this.#saidBefore(message),
    };
  }

  /** What was said before a message is said before each of its calls. */
  #saidBefore(message: string): string {
    if (this.#said.used && (message === '' || message !== this.#said.message)) this.#said = { text: '', message, used: true };
    else this.#said = { text: this.#said.text, message, used: true };
    return this.#said.text;
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
    let bare = path.replace(/^['"]|['"]$/g, '');
    if (this.#folder !== '' && bare.startsWith(`${this.#folder}/`)) bare = bare.slice(this.#folder.length + 1);
    return bare.replace(/^(?:\.\/|~\/)/, '');
  }
}

function groupOf(operations: readonly Operation[]): Group {
  return groups.find((group) => operations.some(({ does }) => does === group)) ?? 'other';
}

function commandOf(operations: readonly Operation[]): Set<string> {
  return new Set(operations.flatMap((operation) => ('words' in operation ? operation.words : [])));
}

/** Everything the call says, without the names of its fields. */
function textOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input === 'object' && input !== null) return Object.values(input).map(textOf).join('\n');
  return input === undefined || input === null ? '' : String(input);
}
