import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Place } from './memory.ts';
import { emit, happened, patch } from './page.ts';
import type { Page } from './page.ts';
import { totalsAtShutdown } from './usage.ts';

/** `session.start`: said once, when the file begins. */
export function started(page: Page, data: JsonObject): void {
  const version = name(data['copilotVersion']);
  if (version !== undefined) page.memory.version = version;
  patch(page, {
    ...placedAt(page, object(data['context'])),
    model: name(data['selectedModel']),
    agentVersion: version,
  });
}

/** A resume goes on in the same file. */
export function resumed(page: Page, data: JsonObject): void {
  emit(
    page,
    page.key,
    { is: 'lifecycle', type: 'resume', text: 'Session resumed' },
    { native: page.key, role: 'system' },
  );
  patch(page, { ...placedAt(page, object(data['context'])), model: name(data['selectedModel']) });
}

export function moved(page: Page, data: JsonObject): void {
  patch(page, placedAt(page, data));
}

export function modelChanged(page: Page, data: JsonObject): void {
  patch(page, { model: name(data['newModel']) });
}

function placedAt(page: Page, context: JsonObject): Place {
  const told = { cwd: name(context['cwd']), branch: name(context['branch']), repo: name(context['repository']) };
  const place: Place = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  if (page.agent === '') page.memory.place = { ...page.memory.place, ...place };
  return place;
}

export function shutdown(page: Page, data: JsonObject): void {
  const isError = data['shutdownType'] === 'error';
  const what = isError
    ? ({ is: 'failure', type: 'shutdown', text: text(data['errorReason']) ?? 'Session ended with an error' } as const)
    : ({ is: 'lifecycle', type: 'shutdown', text: 'Session closed' } as const);
  emit(page, page.key, what, { native: page.key, role: 'system' });
  if (isError) failed(page);
  totalsAtShutdown(page, data);
}

/** An error that retrying did not help; those it did are on no disk. */
export function sessionError(page: Page, data: JsonObject): void {
  happened(page, { is: 'failure', type: name(data['errorType']) ?? 'error', text: text(data['message']) ?? '' });
  failed(page);
}

function failed(page: Page): void {
  page.memory.failed = true;
  patch(page, { outcome: 'fail' });
}

export function aborted(page: Page, data: JsonObject): void {
  const reason = name(data['reason']) ?? 'user_initiated';
  const byPerson = reason !== 'autopilot_credit_limit';
  happened(
    page,
    byPerson
      ? { is: 'intervention', type: 'interrupt', text: `Aborted: ${reason}` }
      : { is: 'lifecycle', type: 'aborted', text: `Aborted: ${reason}` },
    { role: byPerson ? 'user' : 'system' },
  );
}

export function hookEnded(page: Page, data: JsonObject): void {
  if (data['success'] !== false) return;
  const message = text(object(data['error'])['message']) ?? 'failed';
  happened(page, { is: 'failure', type: 'hook', text: `${name(data['hookType']) ?? 'hook'}: ${message}` });
}

export function taskCompleted(page: Page, data: JsonObject): void {
  const summary = text(data['summary']) ?? text(data['reason']) ?? '';
  happened(
    page,
    data['success'] === false
      ? { is: 'lifecycle', type: 'task_not_accepted', text: summary || 'Not accepted as complete' }
      : { is: 'completion', type: 'task', text: summary || 'Task completed' },
  );
}

export function warned(page: Page, data: JsonObject): void {
  happened(page, { is: 'lifecycle', type: 'warning', text: text(data['message']) ?? name(data['warningType']) ?? '' });
}

export function truncated(page: Page): void {
  happened(page, { is: 'lifecycle', type: 'truncation', text: 'Oldest messages left out of the context' });
}

export function cleared(page: Page): void {
  happened(page, { is: 'lifecycle', type: 'context_cleared', text: 'Context cleared' });
}

export function handedOff(page: Page, data: JsonObject): void {
  happened(page, {
    is: 'lifecycle',
    type: 'handoff',
    text: text(data['summary']) ?? 'Handed off from another session',
  });
}
