import type { Draft, What } from '../model/draft.ts';
import type { Json } from '../model/json.ts';
import type { Act, Kind, Origin, Role } from '../model/words.ts';
import { callText } from './call-text.ts';
import { clean } from './text/clean.ts';
import type { NormalResult } from './failures/ending.ts';
import { traitsOf, unknownCall } from './failures/call-traits.ts';
import { failureOf } from './failures/failure.ts';
import { cut } from './text/one-line.ts';
import { readOutput } from './failures/output.ts';
import { callSignature } from './call-signature.ts';
import { parseCall, type ParsedCall } from './parse-call.ts';
import { callSearch, failureSearch, messageSearch, outputSearch } from './text/search-text.ts';
import { SessionMemory } from './session-memory.ts';
import { cleanSummary, oneLine, resultSummary } from './text/summary.ts';

/** What an event is, whichever agent recorded it. */
export interface NormalEvent {
  readonly kind: Kind;
  readonly act: Act | null;
  readonly type: string | null;
  readonly role: Role;
  readonly tool: string | null;
  readonly summary: string;
  readonly failed: boolean;
  readonly origin: Origin | null;
  /** Redacted text for search; null when it is not searchable. */
  readonly search: string | null;
  readonly durationMs: number | null;
  /** Key of the step it belongs to. */
  readonly step: string | null;
  /** Of a call. */
  readonly call?: ParsedCall;
  /** Of a result, and of a failure outside any call: how it is read by error analysis. */
  readonly result?: NormalResult;
  /** How the call that this event answers ended. */
  readonly settles?: { readonly call: string; readonly failed: boolean; readonly durationMs: number | null };
}

/** Reads the drafts of one file in order. Any split of the file gives the same events, if `state` is handed on. */
export interface Normaliser {
  event(draft: Draft): NormalEvent;
  /** Where the session works from now on, so that its paths can be shown relative to it. */
  cwd(session: string, path: string): void;
  /** Small, whatever the length of the file. */
  state(): Json;
}

export function createNormaliser(state?: Json): Normaliser {
  const memory = new SessionMemory(state);
  return {
    event: (draft) => normalise(draft, memory),
    cwd: (session, path) => memory.of(session).goTo(path),
    state: () => memory.state(),
  };
}

function normalise(draft: Draft, memory: SessionMemory): NormalEvent {
  const event = byItself(draft, memory);
  if (draft.isStep === undefined && draft.type === undefined) return event;
  return { ...event, step: draft.isStep ? draft.key : event.step, type: draft.type ?? event.type };
}

function byItself(draft: Draft, memory: SessionMemory): NormalEvent {
  const { what } = draft;
  switch (what.is) {
    case 'call':
      return call(draft, what, memory);
    case 'result':
      return result(draft, what, memory);
    case 'prompt':
      return { ...textEvent(draft, 'user_msg', 'user', what.text), origin: what.origin, step: draft.key };
    case 'message':
      return textEvent(draft, 'assistant_msg', 'assistant', what.text);
    case 'thinking':
      return textEvent(draft, 'thinking', 'assistant', what.text);
    case 'failure':
      return failure(draft, what);
    case 'intervention':
      return { ...textEvent(draft, 'human_intervention', 'user', what.text), type: what.type };
    case 'decision':
    case 'lifecycle':
    case 'completion':
      return { ...textEvent(draft, what.is, 'system', what.text), type: what.type };
  }
}

function textEvent(draft: Draft, kind: Kind, role: Role, whole: string): NormalEvent {
  const text = clean(whole);
  return {
    kind,
    act: null,
    type: null,
    role: draft.role ?? role,
    tool: null,
    summary: cleanSummary(text),
    failed: false,
    origin: null,
    search: messageSearch(text, whole),
    durationMs: draft.durationMs ?? null,
    step: null,
  };
}

/** It failed outside any call, and is a step by itself. */
function failure(draft: Draft, { type, text }: Extract<What, { is: 'failure' }>): NormalEvent {
  const event = textEvent(draft, 'error', 'system', text);
  return {
    ...event,
    type,
    failed: true,
    step: draft.key,
    result: { ended: 'failed', detectedBy: 'status', summary: event.summary, output: text },
  };
}

function call(
  draft: Draft,
  { tool: called, input }: Extract<What, { is: 'call' }>,
  memory: SessionMemory,
): NormalEvent {
  const session = memory.of(draft.session);
  const tool = cut(called, longestTool);
  const parsed = parseCall(tool, input);
  const { act, isTestRun } = parsed;
  const signature = callSignature(parsed);
  const { about, more } = callText(parsed, session.cwd);
  const text = clean(`${tool} ${about}`);
  const kind = session.isRetry(draft.key, signature, draft.fuller === true)
    ? 'retry'
    : isTestRun
      ? 'test_run'
      : act === 'edit'
        ? 'edit'
        : 'tool_call';
  session.open(draft.key, { tool, ...traitsOf(parsed), act, signature, at: draft.at ?? null });
  return {
    kind,
    act,
    type: null,
    role: draft.role ?? 'assistant',
    tool,
    call: parsed,
    summary: oneLine(text),
    failed: false,
    origin: null,
    search: callSearch(text, more),
    durationMs: draft.durationMs ?? null,
    step: draft.key,
  };
}

/** Names of tools are remembered with their calls; real ones are shorter. */
const longestTool = 200;

function result(draft: Draft, what: Extract<What, { is: 'result' }>, memory: SessionMemory): NormalEvent {
  const session = memory.of(draft.session);
  const call = session.opened(what.call);
  const output = readOutput(what.output);
  const { failed, reason, ...ending } = failureOf({
    ...(call ?? unknownCall),
    output,
    exitCode: what.exitCode,
    status: what.status,
  });
  const elapsed = (draft.at ?? Number.NaN) - (call?.at ?? Number.NaN);
  const durationMs = draft.durationMs ?? (elapsed >= 0 ? elapsed : null);
  const isRunning = what.status === 'running';
  if (call && !isRunning) session.close(what.call, failed);
  const summary = resultSummary(output.body, reason);
  return {
    kind: failed ? 'error' : 'tool_result',
    act: null,
    type: null,
    role: draft.role ?? 'tool',
    tool: call?.tool ?? null,
    summary,
    failed,
    origin: null,
    search: failed ? failureSearch(output.body, reason) : outputSearch(output.body),
    durationMs: isRunning ? (draft.durationMs ?? null) : durationMs,
    step: what.call,
    result: { ...ending, summary, output: output.body },
    ...(isRunning ? {} : { settles: { call: what.call, failed, durationMs } }),
  };
}
