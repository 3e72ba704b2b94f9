import { object } from '../../platform/parse-records.ts';
import type { ClineContext } from './memory.ts';
import { prompt } from './prompt.ts';
import { partsOf, textsOf } from './record.ts';
import type { Message } from './record.ts';
import { toolResult } from './results.ts';
import { taskTexts } from './task.ts';

/** The model's input: results of its calls, and messages of a person or the program. */
export function user(context: ClineContext, message: Message, isTask: boolean): void {
  const parts = partsOf(message);
  for (const part of parts) if (part['type'] === 'tool_result') toolResult(context, part);
  const texts = textsOf(parts);
  if (isTask) {
    taskTexts(context, texts);
    return;
  }
  const content = texts.join('\n\n');
  if (content.trim() === '') return;
  if (message['compactionSummary'] === true || object(message['metadata'])['kind'] === 'compaction_summary') {
    compacted(context, content.trim());
    return;
  }
  const typed = typedIn(content);
  prompt(
    context,
    context.key,
    typed ?? content.trim(),
    context.isSubagent ? 'harness' : typed === undefined && context.memory.turn !== undefined ? 'harness' : 'human',
  );
}

/** The program wraps what a person typed; its own messages after the first prompt are not wrapped. */
function typedIn(content: string): string | undefined {
  const wrapped = /<user_(input|command)\b([^>]{0,200})>([^]*)<\/user_\1>/.exec(content);
  if (!wrapped) return undefined;
  const command = /\bslash="([^"]+)"/.exec(wrapped[2]!)?.[1];
  const words = wrapped[3]!.replace(/<mode_notice>[^]*?<\/mode_notice>/g, '').trim();
  return command === undefined ? words : `/${command} ${words}`.trim();
}

/** The summary replaces what came before it. */
function compacted(context: ClineContext, summary: string): void {
  const from = context.memory.lastStep;
  context.emit(
    `${context.key}:compaction`,
    { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
    { role: 'system' },
  );
  prompt(context, context.key, summary, 'compaction');
  if (from !== undefined) context.links.push({ type: 'continued', session: context.session, from, to: context.key });
}
