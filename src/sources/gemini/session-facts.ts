import { list, name, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { emit, patch } from './page.ts';
import type { Page } from './page.ts';

/**
 * The first line of a file, and of every resume; or what a session that is one JSON object has besides its messages.
 */
export function headed(page: Page, header: JsonObject): void {
  const { memory } = page;
  if (memory.begun && !('messages' in header)) {
    emit(
      page,
      page.key,
      { is: 'lifecycle', type: 'resume', text: 'Session resumed' },
      { role: 'system', parent: memory.above, at: time(header['startTime']) },
    );
  }
  memory.begun = true;
  if (header['kind'] === 'subagent') memory.isSubagent = true;
  updated(page, header);
}

/** Sub-agents name the folders they work in; a main session only those that were added later. */
export function updated(page: Page, facts: JsonObject): void {
  const { memory } = page;
  const cwd = memory.cwd === undefined ? name(list(facts['directories'])[0]) : undefined;
  if (cwd !== undefined) memory.cwd = cwd;
  // What a sub-agent has for a summary is its answer.
  const title = page.isSubagent ? undefined : name(facts['summary']);
  const isNew = title !== undefined && title !== memory.title;
  if (isNew) memory.title = title;
  patch(page, { cwd, title: isNew ? title : undefined });
}
