import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { emit, happened, stepped } from './page.ts';
import type { Page } from './page.ts';
import { tokensOf } from './usage.ts';

/**
 * Old messages were replaced by a summary, often while the turn goes on. The summary is a prompt that the last step
 * before it continues in. The requests that wrote it are in no other record of what was used.
 */
export function compacted(page: Page, data: JsonObject): void {
  const usage = object(data['compactionTokensUsed']);
  const used = { tokens: tokensOf(usage), model: name(usage['model']) };
  if (data['success'] === false) {
    happened(page, { is: 'failure', type: 'compaction', text: text(data['error']) ?? 'Compaction failed' }, used);
    return;
  }
  const trigger = name(data['trigger']);
  happened(
    page,
    { is: 'lifecycle', type: 'compaction', text: `Context compacted${trigger === undefined ? '' : ` (${trigger})`}` },
    used,
  );

  const summary = text(data['summaryContent']) ?? '';
  if (summary.trim() === '') return;
  const { memory } = page;
  const key = `${page.key}:summary`;
  const last = memory.steps.get(page.agent);
  emit(
    page,
    key,
    { is: 'prompt', origin: 'compaction', text: summary },
    { native: page.key, role: 'user', parent: page.key, turn: memory.turns.get(page.agent) },
  );
  if (last !== undefined) page.links.push({ type: 'continued', session: page.session, from: last, to: key });
  stepped(page, key);
}
