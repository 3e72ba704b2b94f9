import { name, object } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import type { OpenCodeContext } from './memory.ts';

/** What is known of the session; stated again with every change of it. */
export function session(context: OpenCodeContext, info: JsonObject): boolean {
  const { memory } = context;
  const title = name(info['title']);
  context.patchChanged({
    title: title === undefined || isPlaceholder(title) ? undefined : title,
    cwd: name(info['directory']),
    version: name(info['version']),
    model: name(object(info['model'])['id']),
  });
  const undone = name(object(info['revert'])['messageID']);
  if (undone !== undefined && undone !== memory.reverted) {
    context.emit(
      `revert@${undone}`,
      { is: 'intervention', type: 'revert', text: 'Conversation and files taken back to an earlier message' },
      { role: 'user' },
    );
  }
  if (undone === undefined) delete memory.reverted;
  else memory.reverted = undone;
  return Object.keys(info).length > 0;
}

/** The placeholder title until a model has generated one. */
function isPlaceholder(title: string): boolean {
  return /^(?:(?:New|Child) session - \d{4}-\d\d-\d\dT|New Session$)/.test(title);
}
