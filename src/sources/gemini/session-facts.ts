import { list, name, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import type { GeminiContext } from './record-context.ts';

/**
 * The first line of a file, and of every resume; or the fields of a session that is one JSON object, besides its
 * messages.
 */
export function headed(context: GeminiContext, header: JsonObject): void {
  const { memory } = context;
  if (memory.begun && !('messages' in header)) {
    context.emit(
      context.key,
      { is: 'lifecycle', type: 'resume', text: 'Session resumed' },
      { role: 'system', parent: memory.above, at: time(header['startTime']) },
    );
  }
  memory.begun = true;
  if (header['kind'] === 'subagent') memory.isSubagent = true;
  updated(context, header);
}

/** Sub-agents name the folders they work in; a main session only those that were added later. */
export function updated(context: GeminiContext, facts: JsonObject): void {
  const cwd = context.memory.cwd === undefined ? name(list(facts['directories'])[0]) : undefined;
  // The summary of a sub-agent is its answer.
  const title = context.isSubagent ? undefined : name(facts['summary']);
  context.patchChanged({ cwd, title });
}
