import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { isDelivery, makesUpFor } from './deliveries.ts';
import { isCheck } from './is-check.ts';
import { Prompts } from './prompts.ts';
import { Request, statement } from './request.ts';
import { isBareCommand, isObjection, isFarewell, verdictOf, wantsAnswer } from './verdict.ts';

/** How far a session has come: its last request, and the last event of each kind that its outcome depends on. */
export class Progress {
  readonly #pending = new Map<EventId, Event>();
  calls = 0;
  edits = 0;
  #hasReplied = false;
  /** It contains messages of a person or a model: it is not a program's log. */
  isTalk = false;
  /** The last call that a person made. */
  #personsCall: EventId | undefined;
  /** The last event that moved the session on. */
  last:
    | { readonly is: 'prompt' | 'message' | 'call' | 'result' | 'failure' | 'interrupt'; readonly event: Event }
    | undefined;
  message: Event | undefined;
  call: Event | undefined;
  edit: Event | undefined;
  check: Event | undefined;
  /** The last check that passed. */
  passed: Event | undefined;
  delivery: Event | undefined;
  /** The result of the delivery. */
  brought: Event | undefined;
  /** A commit, push or pull request that failed, and was not repeated with success. */
  undelivered: Event | undefined;
  /** Threw away edits: a reset, a checkout of files, an undo. */
  reverted: Event | undefined;
  request = new Request(undefined);
  /** A command such as `/review`: a request only if the agent does something after it. */
  command: Event | undefined;
  /** A task that was stopped or refused, or that its agent failed at, if only questions were asked since. */
  stoppedTask: Event | undefined;
  /** How many earlier requests were done. */
  doneBefore = 0;
  /** How many edits were made for earlier requests, and not complained about. */
  editsBefore = 0;
  /** How many prompts in a row complain or report an error. */
  objections = 0;
  readonly prompts = new Prompts();
  /** Its agent's program was closed. */
  #isClosed = false;

  add(event: Event): void {
    switch (event.kind) {
      case 'user_msg':
        this.isTalk = true;
        if (event.origin === null || event.origin === 'human') this.#prompted(event);
        return;
      case 'assistant_msg':
      case 'completion':
        if (event.summary !== '') this.#answeredWith(event);
        return;
      case 'tool_call':
      case 'test_run':
      case 'edit':
      case 'retry':
        return event.role === 'user' ? this.#ranByPerson(event) : this.#called(event);
      case 'tool_result':
      case 'error':
        return event.role === 'system' ? this.#failed(event) : this.#returned(event);
      case 'human_intervention':
        if (event.type === 'queued_message') return;
        if (!this.#interruptsNothing(event)) this.last = { is: 'interrupt', event };
        return;
      case 'thinking':
        this.isTalk = true;
        return;
      case 'lifecycle':
        if (closing.has(event.type ?? '')) this.#isClosed = true;
        return;
      default:
        return;
    }
  }

  /** Whether the agent has done or written anything yet. */
  hasBegun(): boolean {
    return this.calls > 0 || this.#hasReplied;
  }

  /** Calls without a result, made after the agent's last message. */
  unanswered(): readonly Event[] {
    const since = this.message?.seq ?? 0;
    return [...this.#pending.values()].filter(({ seq }) => seq > since);
  }

  /** Whether the outcome depends on how this call failed. */
  decides(call: EventId): boolean {
    return this.call?.id === call || this.check?.id === call || this.undelivered?.id === call;
  }

  /** The prompt nobody answered. */
  unheard(): Event | undefined {
    return this.last?.is === 'prompt' && verdictOf(this.last.event.summary) !== 'content' ? this.last.event : undefined;
  }

  /** Whether the agent has still to do something: the last event is a request, a call or its result. */
  awaitsAgent(): boolean {
    if (this.#isClosed) return false;
    return this.unheard() !== undefined || this.last?.is === 'call' || this.last?.is === 'result';
  }

  /** Nothing runs once the agent has answered. Aider asks for a second ^C to exit, whatever runs. */
  #interruptsNothing({ type, summary }: Event): boolean {
    if (type !== 'interrupt') return false;
    return this.last?.is === 'message' || (this.last?.is !== 'prompt' && /\bto exit$/.test(summary));
  }

  #prompted(event: Event): void {
    if (isFarewell(event.summary)) return;
    if (isBareCommand(event.summary)) {
      this.command = event;
      return;
    }
    this.#asked(event);
  }

  #asked(event: Event): void {
    this.#isClosed = false;
    this.command = undefined;
    if (this.request.hasActed || !wantsAnswer(event.summary)) this.stoppedTask = undefined;
    if (this.last?.is !== 'interrupt' && this.request.isDoneBefore(event)) this.doneBefore++;
    else if (wantsAnswer(event.summary) && this.#isDropped()) this.stoppedTask = this.request.prompt;
    const error = statement(event, 'reports');
    this.prompts.add(event.summary, error);
    const complains = this.hasBegun() && (error !== undefined || isObjection(event.summary));
    this.objections = complains ? this.objections + 1 : 0;
    if (!complains && !this.reverted) this.editsBefore += this.request.edits;
    this.request = new Request(event);
    this.last = { is: 'prompt', event };
  }

  /** Whether the request was a task that was stopped, or refused before anything was done for it. */
  #isDropped(): boolean {
    return this.#isStopped() ? this.request.isTask() : this.request.isRefused() && this.request.isUntouched();
  }

  /** Somebody stopped it, or its agent failed. Rewinding or editing a file is no stop. */
  #isStopped(): boolean {
    return this.last?.is === 'failure' || (this.last?.is === 'interrupt' && this.last.event.type === 'interrupt');
  }

  #answeredWith(event: Event): void {
    this.#isClosed = false;
    if (this.command) this.#asked(this.command);
    this.#hasReplied = this.isTalk = true;
    // Some agents write the message of a call after the call.
    if (this.last?.is === 'call' && event.at !== null && event.at < (this.last.event.at ?? '')) return;
    this.message = event;
    this.request.answeredWith(event);
    this.last = { is: 'message', event };
  }

  #called(event: Event): void {
    this.#isClosed = false;
    if (this.command && event.role !== 'system') this.#asked(this.command);
    this.calls++;
    this.call = event;
    this.last = { is: 'call', event };
    this.#pending.set(event.id, event);
    if (this.#pending.size > maxPending) this.#pending.delete(this.#pending.keys().next().value!);
    this.request.called(event);
    if (event.act === 'edit' && !event.failed) {
      this.edits++;
      this.edit = event;
      this.reverted = undefined;
    }
    this.#checked(event);
    if (isDelivery(event.marks)) {
      if (event.failed) this.undelivered = event;
      else {
        this.delivery = event;
        if (this.undelivered && makesUpFor(event, this.undelivered)) this.undelivered = undefined;
      }
    }
    if (!event.failed && (throwsAway.test(event.summary) || event.tool === 'git_undo')) this.reverted = event;
  }

  /** What a person runs is no work of the agent; a check is evidence, whoever runs it. */
  #ranByPerson(event: Event): void {
    this.#personsCall = event.id;
    this.#checked(event);
  }

  #checked(event: Event): void {
    if (!isCheck(event)) return;
    this.check = event;
    if (!event.failed) this.passed = event;
  }

  #returned(event: Event): void {
    if (event.step !== null) this.#pending.delete(event.step);
    // Aider takes its last commit back.
    if (event.tool === 'git_undo' && !event.failed) this.reverted = event;
    if (this.delivery !== undefined && event.step === this.delivery.id) this.brought = event;
    if (this.edit !== undefined && event.step === this.edit.id && notApplied.test(event.summary)) this.#didNotEdit();
    if (event.step === null || event.step !== this.#personsCall) this.last = { is: 'result', event };
  }

  #didNotEdit(): void {
    this.edits--;
    this.request.edits--;
  }

  #failed(event: Event): void {
    if (!passing.has(event.type ?? '')) this.last = { is: 'failure', event };
  }
}

const maxPending = 256;
/** Failures an agent recovers from by itself. */
const passing: ReadonlySet<string> = new Set(['api_retry', 'hook', 'malformed_edit']);
const closing: ReadonlySet<string> = new Set(['exit', 'shutdown', 'session_end', 'turn_aborted']);
/** Aider, when it only shows what it would do. */
export const notApplied = /^Did not apply\b/i;
const throwsAway = /\bgit (?:reset --hard|restore (?!--staged)|checkout (?:-- |\.(?: |$))|revert\b)/;
