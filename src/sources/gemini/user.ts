import { isObject, name, object } from '../../platform/parse-records.ts';
import { emitCompaction } from '../reader/emit-compaction.ts';
import type { GeminiContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';
import type { Part, Rec } from './record.ts';
import { answered } from './results.ts';

/**
 * A message to the model: of a person, of the CLI, or the results of its calls, which their own record has in full.
 */
export function user(context: GeminiContext, record: Rec): boolean {
  const { memory, key } = context;
  const parts = partsOf(record['content']);
  const responses = parts.filter((part) => isObject(part['functionResponse']));
  if (responses.length > 0) return echoed(context, responses);

  const content = readable(parts).trim();
  if (content.startsWith('<session_context>')) return contextOf(context, content);
  if (content.startsWith('<state_snapshot>')) return compressed(context, content);
  // What was typed; the parts also hold the text of files that were named.
  const words = readable(partsOf(record['displayContent'] ?? null)).trim() || content;
  if (words === '') return true;

  context.setFailed(false);
  memory.turn = key;
  const origin = context.isSubagent || content === 'System: Please continue.' ? 'harness' : 'human';
  context.emit(key, { is: 'prompt', text: words, origin }, { native: key, role: 'user', parent: memory.above });
  memory.lastStep = memory.above = key;
  delete memory.response;
  return true;
}

/** Results written for the model. Only those of calls that were emitted without one are new. */
function echoed(context: GeminiContext, parts: readonly Part[]): true {
  for (const part of parts) {
    const response = object(part['functionResponse']);
    const call = name(response['id']);
    if (call !== undefined && context.memory.closes(call)) answered(context, call, { result: [part] });
  }
  return true;
}

/** The first message of every session, under the same id in all of them: the only record of a main session's folder. */
function contextOf(context: GeminiContext, content: string): true {
  const cwd = name(
    /(?:Workspace Directories:\*\*|working in the (?:following )?director(?:y|ies):)\s*(?:- )?([^\n]+)/
      .exec(content)?.[1]
      ?.trim(),
  );
  context.patchChanged({ cwd });
  return true;
}

/**
 * The context was replaced by a summary, in which the last step before it continues. The old messages stay in the file.
 */
function compressed(context: GeminiContext, content: string): true {
  emitCompaction(context, { key: context.key, text: 'Context compressed', summary: content });
  return true;
}
