import { keyOf } from '../../../model/ids.ts';
import { object, text } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import { parentOf, skip } from './lineage.ts';
import type { Chain } from './memory.ts';
import { isNotification } from './prompts.ts';
import { leaveQueue, queueOperation, wasAbsorbed } from './queue.ts';
import { readable, stateAttachments } from './record.ts';
import type { ClaudeContext } from './record-context.ts';
import { linkNotification } from './user.ts';

/** An attachment: nearly always text of the harness for the model; queued messages and blocking hooks are events. */
export function readAttachment(context: ClaudeContext, chain: Chain): void {
  const { record, key } = context;
  const attachment = object(record['attachment']);
  const type = text(attachment['type']) ?? '';
  if (type === 'queued_command') {
    const words = readable(attachment['prompt']);
    leaveQueue(context.memory, words);
    if (words === '' || wasAbsorbed(context.memory, words)) return skip(context, chain);
    return emitQueued(context, chain, key, words, parentOf(context, chain));
  }
  if (type === 'hook_blocking_error' || type === 'hook_stopped_continuation') {
    const words =
      text(object(attachment['blockingError'])['blockingError']) ??
      text(attachment['message']) ??
      text(attachment['content']) ??
      type;
    return context.emitOn(
      chain,
      key,
      { is: 'failure', type: 'hook', text: words },
      { native: context.native, parent: parentOf(context, chain) },
    );
  }
  if (!stateAttachments.has(type)) context.reportUnknown(`attachment/${type}`);
  skip(context, chain);
}

export function readQueueOperation(context: ClaudeContext, chain: Chain): void {
  const absorbed = queueOperation(context.memory, context.record);
  if (absorbed === undefined) return;
  // It has no id: its time in the queue and its text identify it.
  emitQueued(context, chain, `queued-${absorbed.at}-${keyOf(absorbed.text)}`, absorbed.text, chain.last);
}

/** A message that arrived during a running turn, from a person or a finished task. */
function emitQueued(
  context: ClaudeContext,
  chain: Chain,
  key: string,
  words: string,
  parent: string | undefined,
): void {
  const isTask = isNotification(words);
  const what: What = isTask
    ? { is: 'prompt', origin: 'notification', text: words }
    : { is: 'intervention', type: 'queued_message', text: words };
  context.emitOn(chain, key, what, { native: context.nativeOf(key), parent, midTurn: true });
  if (isTask) linkNotification(context, chain, words, key);
}
