import { name, text } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { prompt } from './prompts.ts';
import { usedIn } from './usage.ts';

/** What went before was replaced by a summary, which the last step before it goes on in. */
export function compaction(page: Page): void {
  summarised(page, 'compaction', 'Context compacted', page.above.step);
}

/**
 * A person went back to an earlier entry; what happened since is summed up there. `fromId` is the end of the branch
 * they left. Until 0.7x it repeats the entry they went back to, and the branch they left is not recorded.
 */
export function branchSummary(page: Page): void {
  const left = name(page.entry.json['fromId']);
  const place = left === undefined || left === page.entry.parentId ? undefined : page.memory.places.get(left);
  summarised(page, 'branch', 'Went back to an earlier point of the session', place?.step);
}

function summarised(page: Page, type: string, what: string, from: string | undefined): void {
  const { key, above, entry, session } = page;
  emit(
    page,
    `${key}:${type}`,
    { is: 'lifecycle', type, text: what },
    { role: 'system', parent: above.event, turn: above.turn, ...usedIn(entry.json['usage']) },
  );
  const summary = text(entry.json['summary']) ?? '';
  if (summary.trim() === '') return;
  prompt(page, summary, 'compaction', false);
  if (from !== undefined) page.links.push({ type: 'continued', session, from, to: key });
}
