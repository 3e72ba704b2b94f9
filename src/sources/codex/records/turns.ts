import { name, number, object, text } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { pushBounded } from '../../reader/bounded.ts';
import type { DraftFields } from '../../reader/draft-of.ts';
import type { CodexContext, CodexMemory, Turn } from './memory.ts';

/** Late records name turns that have ended, never ones that are long gone. */
const turnsKept = 16;

export function turnStarted(context: CodexContext, payload: JsonObject): void {
  beginTurn(context.memory, name(payload['turn_id']));
  context.setFailed(false);
}

export function beginTurn(memory: CodexMemory, id: string | undefined): Turn {
  const known = id === undefined ? undefined : memory.turns.find((turn) => turn.id === id);
  if (known) return known;
  const turn: Turn = { id, asked: false };
  pushBounded(memory.turns, turn, turnsKept);
  return turn;
}

/** The turn a record names, and the current one for a record that names none: until 0.160 items do not. */
export function turnOf(memory: CodexMemory, id: string | undefined): Turn | undefined {
  return id === undefined ? memory.turns.at(-1) : memory.turns.find((turn) => turn.id === id);
}

export function promptOf(memory: CodexMemory, id: string | undefined): string | undefined {
  return turnOf(memory, id)?.prompt;
}

export function turnCompleted(context: CodexContext, payload: JsonObject): void {
  const id = name(payload['turn_id']);
  const prompt = promptOf(context.memory, id);
  const durationMs = number(payload['duration_ms']);
  const error = object(payload['error']);
  const message = text(error['message']);
  if (message !== undefined) {
    fail(context, id ? `${id}:failed` : context.key, message, error['codex_error_info'], {
      parent: prompt,
      turn: prompt,
      durationMs,
    });
    return;
  }
  const last = text(payload['last_agent_message']);
  // An `error` event has already recorded how this turn ended.
  if (last === undefined && context.memory.failed) return;
  context.emit(
    id ? `${id}:complete` : context.key,
    { is: 'completion', type: 'turn', text: last ?? 'Turn completed' },
    { role: 'system', parent: prompt, turn: prompt, durationMs },
  );
}

export function turnError(context: CodexContext, payload: JsonObject): void {
  const prompt = promptOf(context.memory, name(payload['turn_id']));
  fail(context, context.key, text(payload['message']) ?? '', payload['codex_error_info'], {
    parent: prompt,
    turn: prompt,
  });
}

function fail(
  context: CodexContext,
  key: string,
  message: string,
  info: unknown,
  fields: Pick<DraftFields, 'parent' | 'turn' | 'durationMs'>,
): void {
  // `"usage_limit_exceeded"`, or `{"http_connection_failed": {…}}`.
  const type = name(info) ?? Object.keys(object(info))[0] ?? 'error';
  context.emit(key, { is: 'failure', type, text: message }, { role: 'system', ...fields });
  context.setFailed(true);
}

/** The user pressed Esc, sent the next prompt instead, or a limit was reached. */
export function turnAborted(context: CodexContext, payload: JsonObject): void {
  const id = name(payload['turn_id']);
  const prompt = promptOf(context.memory, id);
  const reason = text(payload['reason']) ?? 'interrupted';
  const byPerson = reason === 'interrupted' || reason === 'replaced';
  context.emit(
    id ? `${id}:aborted` : context.key,
    byPerson
      ? { is: 'intervention', type: 'interrupt', text: `Turn ${reason}` }
      : { is: 'lifecycle', type: 'turn_aborted', text: `Turn aborted: ${reason}` },
    { role: byPerson ? 'user' : 'system', parent: prompt, turn: prompt, durationMs: number(payload['duration_ms']) },
  );
}
