import type { Event } from '../../model/event.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { Phase } from '../../model/words.ts';
import { errorTypeOf } from '../errors/failures/error-type.ts';
import { PhaseTally } from './phase-tally.ts';
import { OpenUse, reach, useIn, type Step, type Use } from './open-use.ts';
import { stepPhase } from './step-phase.ts';

/**
 * Finds in a session what skills, commands, sub-agents and MCP tools were used, in which phase, and whether they were
 * completed. Fed with the session's events in order, marks included (see `useMark`). Its memory is bounded by two turns
 * of the session. docs/skills.md explains the rules.
 */
export class SkillsMiner {
  #open: OpenUse[] = [];
  /** Work in the background, the oldest first; it may outlive its turn. */
  #launched: OpenUse[] = [];
  /** Ended in this turn or the one before: the same need may still be met by other means. */
  #recent: { readonly use: OpenUse; readonly turn: number }[] = [];
  #settled: Invocation[] = [];
  #turn = 0;
  #query: string | null = null;
  #byPerson = false;
  #before: Step[] = [];
  #path: string[] = [];
  readonly #whole = new PhaseTally();
  /** The agent has written a message, and done nothing since. */
  #closing = false;
  /** What stopped it from outside, unless it continued. */
  #failure: string | null = null;
  /** When something was last done (ms). */
  #at: number | null = null;

  add(event: Event): void {
    // The time until the next prompt is nobody's work.
    if (event.at !== null && event.kind !== 'user_msg') this.#at = Date.parse(event.at);
    if (isCall(event)) this.#call(event);
    else if (isResult(event)) this.#result(event);
    else this.#other(event);
  }

  /** Uses that are final, once each. */
  take(): readonly Invocation[] {
    const settled = this.#settled;
    this.#settled = [];
    return settled;
  }

  /** The rest, as far as known: a session that grows is mined again from its beginning. */
  end(): readonly Invocation[] {
    this.#endTurn();
    for (const use of this.#launched) this.#settle(use);
    this.#launched = [];
    for (const { use } of this.#recent) this.#settled.push(use.invocation());
    this.#recent = [];
    return this.take();
  }

  /** The phase of the session as a whole; for a sub-agent's, the phase its caller used it in. */
  phase(): Phase | null {
    return this.#whole.phase();
  }

  #call(event: Event): void {
    this.#closing = false;
    this.#failure = null;
    const use = useIn(event.marks);
    for (const open of this.#open) open.step(event);
    this.#open = this.#open.filter((open) => !open.isSettled || this.#settle(open));
    if (use) this.#begin(use, event);
    if (use?.what === 'mcp') return;
    this.#whole.add(event.act, event.marks);
    this.#before.push({ act: event.act, marks: event.marks });
    if (this.#before.length > reach) this.#before.shift();
    const phase = stepPhase(event.act, event.marks);
    if (phase && phase.weight >= 1 && this.#path.at(-1) !== phase.phase)
      this.#path = [...this.#path, phase.phase].slice(-longestPath);
  }

  #begin(use: Use, event: Event): void {
    // One skill after another: the earlier one has done its work, if it did any.
    if (use.what === 'skill')
      this.#endOpen(
        ({ use: { what } }) => what === 'skill',
        (open) => open.end(open.done > 0 ? true : null, null, this.#at),
      );
    const path = this.#path.length === 0 ? null : this.#path.join('>');
    const open = new OpenUse(use, event, { query: this.#query, path, before: this.#before });
    this.#doneOtherwise(open);
    this.#open.push(open);
  }

  /** The same was asked of something else before, and the result was not good enough. */
  #doneOtherwise({ use, request }: OpenUse): void {
    if (use.what === 'mcp' || request === null || request.trim().split(/\s+/).length < wordsOfANeed) return;
    const asked = flat(request);
    const isSameNeed = (other: OpenUse) =>
      other.ended &&
      other.use.what !== 'mcp' &&
      other.use.skill !== use.skill &&
      other.request !== null &&
      flat(other.request) === asked;
    for (const other of [...this.#open, ...this.#recent.map((recent) => recent.use)])
      if (isSameNeed(other) && other.completed !== false)
        [other.completed, other.errorType] = [false, 'done otherwise'];
  }

  #result(event: Event): void {
    this.#closing = false;
    const failed = event.failed || event.kind === 'error';
    for (const open of this.#open) {
      if (open.event.id !== event.step) {
        if (open.isWork && !failed) open.done++;
      } else if (failed) {
        open.end(false, failureIn(event.summary), this.#at);
      } else if (open.use.what === 'agent' && onlyLaunched.test(event.summary)) {
        open.launched = true;
        open.ended = true;
      } else if (!open.isWork) {
        open.end(true, null, this.#at);
      }
    }
    // What could not start has no work to wait for.
    this.#endOpen(
      (open) => open.isWork && open.ended,
      () => {},
    );
  }

  #other(event: Event): void {
    switch (event.kind) {
      case 'user_msg':
        this.#prompt(event);
        return;
      case 'assistant_msg':
        this.#closing = true;
        this.#failure = null;
        return;
      case 'completion':
        if (event.type === 'subagent') this.#reported();
        else this.#closing = true;
        return;
      case 'human_intervention':
        if (event.type === 'interrupt')
          this.#endOpen(
            () => true,
            (open) => open.ended || open.end(false, 'interrupted', this.#at),
          );
        else if (event.type === 'rejected')
          for (const open of this.#open) if (!open.isWork && !open.ended) open.end(false, 'denied', this.#at);
        return;
      case 'error':
        if (event.type !== 'api_retry')
          this.#failure = event.type === 'interrupted' ? 'interrupted' : errorTypeIn(event);
        return;
      case 'lifecycle': {
        const use = useIn(event.marks);
        if (use) this.#command(use, event);
        return;
      }
      default:
    }
  }

  #prompt(event: Event): void {
    const use = useIn(event.marks);
    if (event.origin === 'notification') {
      if (!/<task-id>b/.test(event.summary)) this.#reported();
      return;
    }
    if (event.origin === 'skill') {
      if (use) this.#begin(use, event);
      return;
    }
    if (event.origin === 'harness' && unknown.test(event.summary)) {
      this.#endOpen(
        ({ use: { what } }) => what === 'command',
        (open) => open.end(false, 'unknown command', this.#at),
      );
      return;
    }
    if (event.origin !== 'human') {
      // The task of a sub-agent comes from its caller.
      if (!this.#byPerson && event.origin === 'harness') this.#query ??= event.summary;
      return;
    }
    if (use) {
      this.#command(use, event);
      return;
    }
    // The text that a command became is no new turn.
    const isItsText = this.#open.some(
      ({ event: { kind, id }, done }) => kind === 'lifecycle' && done === 0 && id === this.#lastCommand,
    );
    if (!isItsText) this.#endTurn();
    this.#lastCommand = null;
    this.#query = event.summary;
    this.#byPerson = true;
  }

  #lastCommand: string | null = null;

  #command(use: Use, event: Event): void {
    this.#endTurn();
    this.#query = event.summary;
    this.#byPerson = true;
    this.#begin(use, event);
    this.#lastCommand = event.id;
  }

  /** A background agent has reported back: the first that was started, since reports seldom name their sender. */
  #reported(): void {
    const [first, ...others] =
      this.#launched.length > 0 ? this.#launched : this.#open.filter(({ launched }) => launched);
    if (!first) return;
    first.launched = false;
    first.end(true, null, this.#at);
    if (this.#launched.length === 0) return;
    this.#launched = others;
    this.#settle(first);
  }

  #endTurn(): void {
    const [completed, failure] = this.#failure !== null ? [false, this.#failure] : [this.#closing ? true : null, null];
    this.#endOpen(
      () => true,
      (open) => {
        if (open.isWork && !open.ended) open.end(completed, failure, this.#at);
      },
    );
    this.#turn++;
    this.#settled.push(...this.#recent.filter(({ turn }) => turn < this.#turn - 1).map(({ use }) => use.invocation()));
    this.#recent = this.#recent.filter(({ turn }) => turn >= this.#turn - 1);
    this.#path = [];
    this.#before = [];
    this.#closing = false;
    this.#failure = null;
  }

  #endOpen(which: (open: OpenUse) => boolean, how: (open: OpenUse) => void): void {
    const ending = this.#open.filter(which);
    if (ending.length === 0) return;
    this.#open = this.#open.filter((open) => !which(open));
    for (const open of ending) {
      how(open);
      if (open.launched) this.#launched.push(open);
      else this.#settle(open);
    }
  }

  #settle(use: OpenUse): false {
    if (use.use.what === 'mcp') this.#settled.push(use.invocation());
    else this.#recent.push({ use, turn: this.#turn });
    return false;
  }
}

const longestPath = 4;
/** Fewer words fit many needs. */
const wordsOfANeed = 3;

/** It has started, and the result says nothing else: Claude Code in the background, Codex always. */
const onlyLaunched = /\blaunched\b|\bin the background\b|^\{"(?:agent_id|task_name)":/i;
const unknown = /^Unknown (?:slash command|skill)\b/;

function isCall({ act, kind }: Event): boolean {
  return act !== null && kind !== 'tool_result' && kind !== 'error';
}

function isResult({ kind, type, role }: Event): boolean {
  return kind === 'tool_result' || (kind === 'error' && (type === null || role === 'tool'));
}

function failureIn(summary: string): string {
  if (
    /doesn't want to|\brejected\b|\bdeclined\b|permission .{0,20}denied|was (?:denied|refused)|requires approval/i.test(
      summary,
    )
  )
    return 'denied';
  if (/\bunknown skill\b/i.test(summary)) return 'unknown skill';
  if (/\bno such tool\b|\bunknown tool\b/i.test(summary)) return 'unknown tool';
  return /interrupted|\bcancell?ed\b|\baborted\b/i.test(summary) ? 'interrupted' : errorTypeOf(summary);
}

function errorTypeIn({ type, summary }: Event): string {
  const found = errorTypeOf(summary);
  return found === 'error' ? (type ?? found) : found;
}

function flat(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
