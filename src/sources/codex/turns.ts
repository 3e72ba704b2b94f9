import { name, number, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Memory, Turn } from './memory.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';

/** Late records name turns that are over, never ones that are long gone. */
const turnsKept = 16;

export function turnStarted(page: Page, payload: JsonObject): void {
  beginTurn(page.memory, name(payload['turn_id']) ?? null);
  if (!page.memory.failed) return;
  // What failed was not the end of it.
  delete page.memory.failed;
  page.sessions.push({ uid: page.session, outcome: 'unknown' });
}

export function beginTurn(memory: Memory, id: string | null): Turn {
  const known = id === null ? undefined : memory.turns.find((turn) => turn.id === id);
  if (known) return known;
  const turn: Turn = { id, prompt: null, asked: false };
  memory.turns.push(turn);
  if (memory.turns.length > turnsKept) memory.turns.shift();
  return turn;
}

/** The turn a record names, and the current one for a record that names none: until 0.160 items do not. */
export function turnOf(memory: Memory, id: string | undefined): Turn | undefined {
  return id === undefined ? memory.turns.at(-1) : memory.turns.find((turn) => turn.id === id);
}

export function promptOf(memory: Memory, id: string | undefined): string | null {
  return turnOf(memory, id)?.prompt ?? null;
}

export function turnCompleted(page: Page, payload: JsonObject): void {
  const id = name(payload['turn_id']);
  const prompt = promptOf(page.memory, id);
  const durationMs = number(payload['duration_ms']);
  const error = object(payload['error']);
  const message = text(error['message']);
  if (message !== undefined) {
    fail(page, id ? `${id}:failed` : page.line, message, error['codex_error_info'], {
      parent: prompt,
      turn: prompt,
      durationMs,
    });
    return;
  }
  const last = text(payload['last_agent_message']);
  // An `error` event has already told how this turn ended.
  if (last === undefined && page.memory.failed) return;
  emit(
    page,
    id ? `${id}:complete` : page.line,
    { is: 'completion', type: 'turn', text: last ?? 'Turn completed' },
    { role: 'system', parent: prompt, turn: prompt, durationMs },
  );
}

export function turnError(page: Page, payload: JsonObject): void {
  const prompt = promptOf(page.memory, name(payload['turn_id']));
  fail(page, page.line, text(payload['message']) ?? '', payload['codex_error_info'], { parent: prompt, turn: prompt });
}

function fail(
  page: Page,
  key: string,
  message: string,
  info: unknown,
  more: { parent: string | null; turn: string | null; durationMs?: number | undefined },
): void {
  // `"usage_limit_exceeded"`, or `{"http_connection_failed": {…}}`.
  const type = name(info) ?? Object.keys(object(info))[0] ?? 'error';
  emit(page, key, { is: 'failure', type, text: message }, { role: 'system', ...more });
  page.memory.failed = true;
  page.sessions.push({ uid: page.session, outcome: 'fail' });
}

/** The user pressed Esc, sent the next prompt instead, or a limit was reached. */
export function turnAborted(page: Page, payload: JsonObject): void {
  const id = name(payload['turn_id']);
  const prompt = promptOf(page.memory, id);
  const reason = text(payload['reason']) ?? 'interrupted';
  const byPerson = reason === 'interrupted' || reason === 'replaced';
  emit(
    page,
    id ? `${id}:aborted` : page.line,
    byPerson
      ? { is: 'intervention', type: 'interrupt', text: `Turn ${reason}` }
      : { is: 'lifecycle', type: 'turn_aborted', text: `Turn aborted: ${reason}` },
    { role: byPerson ? 'user' : 'system', parent: prompt, turn: prompt, durationMs: number(payload['duration_ms']) },
  );
}
