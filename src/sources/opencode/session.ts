import { name, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';

/** What is known of the session; told again with every change of it. */
export function session(page: Page, info: JsonObject): boolean {
  const { memory } = page;
  const title = name(info['title']);
  const now = {
    title: title === undefined || isPlaceholder(title) ? undefined : title,
    cwd: name(info['directory']),
    version: name(info['version']),
    model: name(object(info['model'])['id']),
  };
  told(page, now);
  const undone = name(object(info['revert'])['messageID']);
  if (undone !== undefined && undone !== memory.reverted) {
    emit(
      page,
      `revert@${undone}`,
      { is: 'intervention', type: 'revert', text: 'Conversation and files taken back to an earlier message' },
      { role: 'user' },
    );
  }
  if (undone === undefined) delete memory.reverted;
  else memory.reverted = undone;
  return Object.keys(info).length > 0;
}

/** Facts, where they are news. */
export function told(
  page: Page,
  now: {
    readonly title?: string | undefined;
    readonly cwd?: string | undefined;
    readonly version?: string | undefined;
    readonly model?: string | undefined;
  },
): void {
  const { memory } = page;
  const fresh = <Field extends keyof typeof now>(field: Field) =>
    now[field] === memory[field] ? undefined : now[field];
  patch(page, { title: fresh('title'), cwd: fresh('cwd'), model: fresh('model'), agentVersion: fresh('version') });
  for (const field of ['title', 'cwd', 'model', 'version'] as const)
    if (now[field] !== undefined) memory[field] = now[field];
}

/** What a session is called until a model has found a name for it. */
function isPlaceholder(title: string): boolean {
  return /^(?:(?:New|Child) session - \d{4}-\d\d-\d\dT|New Session$)/.test(title);
}
