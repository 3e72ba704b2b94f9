import type { Tokens } from '../../../model/event.ts';
import { name, text, time } from '../../../platform/parse-records.ts';
import type { JsonObject } from '../../../platform/parse-records.ts';
import { usageText } from '../../reader/usage-text.ts';
import type { QwenContext } from './record-context.ts';
import { idOf } from './record.ts';
import { measuredUsage } from './usage.ts';

/**
 * Responses outside the conversation: the summary of a compaction, the program's own notes. They are measured, but no
 * record of the conversation has their usage.
 */

/** A response that the next record may be. */
export interface MeasuredResponse {
  readonly key: string;
  readonly line: number;
  readonly at?: number;
  readonly tokens: Tokens;
  readonly model?: string;
}

/** Every response is measured before it is recorded. A sub-agent's is recorded in its own transcript. */
export function responseMeasured(context: QwenContext, event: JsonObject): void {
  const tokens = measuredUsage(event);
  if (tokens === undefined || context.isSubagent) return;
  const [at, model, asked] = [time(event['event.timestamp']), name(event['model']), text(event['prompt_id']) ?? ''];
  if (isAgents(event, asked)) return;
  const response: MeasuredResponse = {
    key: context.key,
    line: context.line,
    tokens,
    ...(at !== undefined && { at }),
    ...(model !== undefined && { model }),
  };
  if (!inConversation.test(asked)) return emitUsage(context, response);
  emitMeasured(context);
  context.memory.measured = response;
}

/** Whether it answered a sub-agent; the program's own helpers, which keep no transcript, are called `managed-…`. */
function isAgents(event: JsonObject, asked: string): boolean {
  const agent = idOf(asked.split('#')[1]);
  return name(event['subagent_name']) !== undefined && agent !== undefined && !agent.startsWith('managed-');
}

const inConversation = /^[^#]+#{8}\d+$/;

/** The last measured response was not recorded: something else came. */
export function emitMeasured(context: QwenContext): void {
  const { measured } = context.memory;
  if (measured === undefined) return;
  delete context.memory.measured;
  emitUsage(context, measured);
}

function emitUsage(context: QwenContext, { key, line, at, tokens, model }: MeasuredResponse): void {
  const other = model === context.memory.model ? undefined : model;
  context.emit(
    key,
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    { native: key, at, role: 'system', parent: context.above, tokens, model: other, fromLine: line },
  );
}
