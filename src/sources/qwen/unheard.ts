import type { Tokens } from '../../model/event.ts';
import { name, text, time } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { idOf } from './record.ts';
import { measuredUsage, usageWords } from './usage.ts';

/**
 * Responses that nobody heard: the summary of a compaction, notes that the program takes for its memory. They are
 * measured, and no record of the conversation tells what they used.
 */

/** A response that the next record may be. */
export interface Unheard {
  readonly key: string;
  readonly line: number;
  readonly at?: number;
  readonly tokens: Tokens;
  readonly model?: string;
}

/** Every response is measured before it is recorded. A sub-agent's is recorded in its own transcript. */
export function responseMeasured(page: Page, event: JsonObject): void {
  const tokens = measuredUsage(event);
  if (tokens === undefined || page.isSubagent) return;
  const [at, model, asked] = [time(event['event.timestamp']), name(event['model']), text(event['prompt_id']) ?? ''];
  if (isAgents(event, asked)) return;
  const response: Unheard = {
    key: page.key,
    line: page.line,
    tokens,
    ...(at !== undefined && { at }),
    ...(model !== undefined && { model }),
  };
  if (!inConversation.test(asked)) return tell(page, response);
  tellUnheard(page);
  page.memory.measured = response;
}

/** A sub-agent has heard it; the program's own helpers, which keep no transcript, are called `managed-…`. */
function isAgents(event: JsonObject, asked: string): boolean {
  const agent = idOf(asked.split('#')[1]);
  return name(event['subagent_name']) !== undefined && agent !== undefined && !agent.startsWith('managed-');
}

const inConversation = /^[^#]+#{8}\d+$/;

/** What was measured last was not recorded: something else came. */
export function tellUnheard(page: Page): void {
  const { measured } = page.memory;
  if (measured === undefined) return;
  delete page.memory.measured;
  tell(page, measured);
}

function tell(page: Page, { key, line, at, tokens, model }: Unheard): void {
  const other = model === page.memory.model ? undefined : model;
  emit(
    page,
    key,
    { is: 'lifecycle', type: 'usage', text: usageWords(tokens) },
    { native: key, at, role: 'system', parent: page.above, tokens, model: other, fromLine: line },
  );
}
