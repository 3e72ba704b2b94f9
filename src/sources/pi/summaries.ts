import { name, text } from '../../platform/parse-records.ts';
import type { PiContext } from './record-context.ts';
import { prompt } from './prompts.ts';
import { usedIn } from './usage.ts';

/** The earlier context was replaced by a summary, in which the last step continues. */
export function compaction(context: PiContext): void {
  summarised(context, 'compaction', 'Context compacted', context.above.step);
}

/**
 * A person went back to an earlier entry; what happened since is summarised there. `fromId` is the end of the branch
 * they left. Until 0.7x it repeats the entry they went back to, and the branch they left is not recorded.
 */
export function branchSummary(context: PiContext): void {
  const left = name(context.entry.json['fromId']);
  const place = left === undefined || left === context.entry.parentId ? undefined : context.memory.places.get(left);
  summarised(context, 'branch', 'Went back to an earlier point of the session', place?.step);
}

function summarised(context: PiContext, type: string, what: string, from: string | undefined): void {
  const { key, above, entry, session } = context;
  context.emit(
    `${key}:${type}`,
    { is: 'lifecycle', type, text: what },
    { role: 'system', parent: above.event, turn: above.turn, ...usedIn(entry.json['usage']) },
  );
  const summary = text(entry.json['summary']) ?? '';
  if (summary.trim() === '') return;
  prompt(context, summary, 'compaction', false);
  if (from !== undefined) context.links.push({ type: 'continued', session, from, to: key });
}
