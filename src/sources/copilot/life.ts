import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { Place } from './memory.ts';
import type { CopilotContext } from './record-context.ts';
import { totalsAtShutdown } from './usage.ts';

/** `session.start`: recorded once, when the file begins. */
export function started(context: CopilotContext, data: JsonObject): void {
  const version = name(data['copilotVersion']);
  if (version !== undefined) context.memory.version = version;
  context.patch({
    ...placedAt(context, object(data['context'])),
    model: name(data['selectedModel']),
    agentVersion: version,
  });
}

/** A resume goes on in the same file. */
export function resumed(context: CopilotContext, data: JsonObject): void {
  context.emit(
    context.key,
    { is: 'lifecycle', type: 'resume', text: 'Session resumed' },
    { native: context.key, role: 'system' },
  );
  context.patch({ ...placedAt(context, object(data['context'])), model: name(data['selectedModel']) });
}

export function moved(context: CopilotContext, data: JsonObject): void {
  context.patch(placedAt(context, data));
}

export function modelChanged(context: CopilotContext, data: JsonObject): void {
  context.patch({ model: name(data['newModel']) });
}

function placedAt(context: CopilotContext, stated: JsonObject): Place {
  const facts = { cwd: name(stated['cwd']), branch: name(stated['branch']), repo: name(stated['repository']) };
  const place: Place = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  if (context.agent === '') context.memory.place = { ...context.memory.place, ...place };
  return place;
}

export function shutdown(context: CopilotContext, data: JsonObject): void {
  const isError = data['shutdownType'] === 'error';
  const what = isError
    ? ({ is: 'failure', type: 'shutdown', text: text(data['errorReason']) ?? 'Session ended with an error' } as const)
    : ({ is: 'lifecycle', type: 'shutdown', text: 'Session closed' } as const);
  context.emit(context.key, what, { native: context.key, role: 'system' });
  if (isError) context.setFailed(true);
  totalsAtShutdown(context, data);
}

/** An error that retries did not resolve; resolved ones are not recorded. */
export function sessionError(context: CopilotContext, data: JsonObject): void {
  context.emitHere({ is: 'failure', type: name(data['errorType']) ?? 'error', text: text(data['message']) ?? '' });
  context.setFailed(true);
}

export function aborted(context: CopilotContext, data: JsonObject): void {
  const reason = name(data['reason']) ?? 'user_initiated';
  const byPerson = reason !== 'autopilot_credit_limit';
  context.emitHere(
    byPerson
      ? { is: 'intervention', type: 'interrupt', text: `Aborted: ${reason}` }
      : { is: 'lifecycle', type: 'aborted', text: `Aborted: ${reason}` },
    { role: byPerson ? 'user' : 'system' },
  );
}

export function hookEnded(context: CopilotContext, data: JsonObject): void {
  if (data['success'] !== false) return;
  const message = text(object(data['error'])['message']) ?? 'failed';
  context.emitHere({ is: 'failure', type: 'hook', text: `${name(data['hookType']) ?? 'hook'}: ${message}` });
}

export function taskCompleted(context: CopilotContext, data: JsonObject): void {
  const summary = text(data['summary']) ?? text(data['reason']) ?? '';
  context.emitHere(
    data['success'] === false
      ? { is: 'lifecycle', type: 'task_not_accepted', text: summary || 'Not accepted as complete' }
      : { is: 'completion', type: 'task', text: summary || 'Task completed' },
  );
}

export function warned(context: CopilotContext, data: JsonObject): void {
  context.emitHere({
    is: 'lifecycle',
    type: 'warning',
    text: text(data['message']) ?? name(data['warningType']) ?? '',
  });
}

export function truncated(context: CopilotContext): void {
  context.emitHere({ is: 'lifecycle', type: 'truncation', text: 'Oldest messages left out of the context' });
}

export function cleared(context: CopilotContext): void {
  context.emitHere({ is: 'lifecycle', type: 'context_cleared', text: 'Context cleared' });
}

export function handedOff(context: CopilotContext, data: JsonObject): void {
  context.emitHere({
    is: 'lifecycle',
    type: 'handoff',
    text: text(data['summary']) ?? 'Handed off from another session',
  });
}
