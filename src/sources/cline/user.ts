import { object } from '../../platform/parse-records.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { prompt } from './prompt.ts';
import { partsOf, textsOf } from './record.ts';
import type { Message } from './record.ts';
import { toolResult } from './results.ts';
import { taskTexts } from './task.ts';

/** What the model is told: results of its calls, and what a person or the program says. */
export function user(page: Page, message: Message, isTask: boolean): void {
  const parts = partsOf(message);
  for (const part of parts) if (part['type'] === 'tool_result') toolResult(page, part);
  const texts = textsOf(parts);
  if (isTask) {
    taskTexts(page, texts);
    return;
  }
  const said = texts.join('\n\n');
  if (said.trim() === '') return;
  if (message['compactionSummary'] === true || object(message['metadata'])['kind'] === 'compaction_summary') {
    compacted(page, said.trim());
    return;
  }
  const typed = typedIn(said);
  prompt(
    page,
    page.key,
    typed ?? said.trim(),
    page.isSubagent ? 'harness' : typed === undefined && page.memory.turn !== undefined ? 'harness' : 'human',
  );
}

/** The program wraps what a person typed; what it says itself after the first prompt is bare. */
function typedIn(said: string): string | undefined {
  const wrapped = /<user_(input|command)\b([^>]{0,200})>([^]*)<\/user_\1>/.exec(said);
  if (!wrapped) return undefined;
  const command = /\bslash="([^"]+)"/.exec(wrapped[2]!)?.[1];
  const words = wrapped[3]!.replace(/<mode_notice>[^]*?<\/mode_notice>/g, '').trim();
  return command === undefined ? words : `/${command} ${words}`.trim();
}

/** The summary takes the place of what went before it. */
function compacted(page: Page, summary: string): void {
  const from = page.memory.lastStep;
  emit(
    page,
    `${page.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
    { role: 'system' },
  );
  prompt(page, page.key, summary, 'compaction');
  if (from !== undefined) page.links.push({ type: 'continued', session: page.session, from, to: page.key });
}
