import { number, object, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { keyOf } from '../../model/ids.ts';
import type { Chain } from './carry.ts';
import { agentChain } from './chains.ts';
import { readAssistant } from './assistant.ts';
import { describe } from './describe.ts';
import { emit } from './emit.ts';
import { keyOfRecord, nativeOf, parentOf, passOver } from './lineage.ts';
import { isNotification } from './prompts.ts';
import { queueOperation, wasAbsorbed, leaveQueue } from './queue.ts';
import { idOf, readable, stateAttachments, stateProgress, stateSystems } from './record.ts';
import type { Rec } from './record.ts';
import { linkNotification, readUser } from './user.ts';
import type { Work } from './work.ts';

/** A system record: compactions, failures of the API and of hooks; the rest is state. */
export function readSystem(work: Work, chain: Chain, record: Rec): void {
  const subtype = text(record['subtype']);
  const key = keyOfRecord(work, record);
  const what = systemEvent(record, subtype);
  if (what === undefined) {
    if (
      subtype !== undefined &&
      !stateSystems.has(subtype) &&
      subtype !== 'stop_hook_summary' &&
      !subtype.startsWith('task_')
    ) {
      work.unknown ??= { kind: `system/${subtype}` };
    }
    return passOver(work, chain, record);
  }
  // A compaction begins a new chain of parents; what it follows is what was there.
  const isCompaction = what.is === 'lifecycle';
  if (isCompaction && chain.step !== undefined) chain.compacted = chain.step;
  if (isCompaction) work.carry.spent.compacted = true;
  emit(work, chain, record, {
    key,
    native: nativeOf(record, key),
    what,
    parent: isCompaction ? chain.last : parentOf(work, chain, record),
  });
}

function systemEvent(record: Rec, subtype: string | undefined): What | undefined {
  if (subtype === 'compact_boundary') return { is: 'lifecycle', type: 'compaction', text: compaction(record) };
  if (subtype === 'api_error') return { is: 'failure', type: 'api_error', text: apiError(record) };
  if (subtype === 'stop_hook_summary' && record['preventedContinuation'] === true) {
    return { is: 'failure', type: 'hook', text: text(record['stopReason']) || 'A stop hook ended the turn.' };
  }
  return undefined;
}

function compaction(record: Rec): string {
  const { trigger, preTokens, postTokens } = object(record['compactMetadata']);
  const sizes = number(preTokens) === undefined ? '' : `, ${number(preTokens)} tokens before`;
  const after = number(postTokens) === undefined ? '' : `, ${number(postTokens)} after`;
  return `${text(record['content']) ?? 'Conversation compacted'} (${text(trigger) ?? 'unknown trigger'}${sizes}${after})`;
}

function apiError(record: Rec): string {
  const error = object(record['error']);
  const cause = object(record['cause']);
  const attempt = number(record['retryAttempt']);
  const retry = attempt === undefined ? '' : `, attempt ${attempt} of ${number(record['maxRetries']) ?? '?'}`;
  const said =
    text(error['message']) ??
    text(object(object(error['error'])['error'])['message']) ??
    text(cause['code']) ??
    text(error['code']) ??
    'no message';
  return `API error ${number(error['status']) ?? ''}${retry}: ${said}`
    .replace('error ,', 'error,')
    .replace('error :', 'error:');
}

/**
 * An attachment: nearly always what the harness told the model; a queued message or a hook that stopped something are
 * events.
 */
export function readAttachment(work: Work, chain: Chain, record: Rec): void {
  const attachment = object(record['attachment']);
  const type = text(attachment['type']) ?? '';
  const key = keyOfRecord(work, record);
  if (type === 'queued_command') {
    const words = readable(attachment['prompt']);
    leaveQueue(work.carry, words);
    if (words === '' || wasAbsorbed(work.carry, words)) return passOver(work, chain, record);
    return emitQueued(work, chain, record, key, words, parentOf(work, chain, record));
  }
  if (type === 'hook_blocking_error' || type === 'hook_stopped_continuation') {
    const words =
      text(object(attachment['blockingError'])['blockingError']) ??
      text(attachment['message']) ??
      text(attachment['content']) ??
      type;
    return emit(work, chain, record, {
      key,
      native: nativeOf(record, key),
      what: { is: 'failure', type: 'hook', text: words },
      parent: parentOf(work, chain, record),
    });
  }
  if (!stateAttachments.has(type)) work.unknown ??= { kind: `attachment/${type}` };
  passOver(work, chain, record);
}

export function readQueueOperation(work: Work, chain: Chain, record: Rec): void {
  const absorbed = queueOperation(work.carry, record);
  if (absorbed === undefined) return;
  // It has no id: when it was put into the queue and what it says name it.
  emitQueued(work, chain, record, `queued-${absorbed.at}-${keyOf(absorbed.text)}`, absorbed.text, chain.last);
}

/** Words that came into a running turn, of a person or of a task that ended. */
function emitQueued(
  work: Work,
  chain: Chain,
  record: Rec,
  key: string,
  words: string,
  parent: string | undefined,
): void {
  const isTask = isNotification(words);
  const what: What = isTask
    ? { is: 'prompt', origin: 'notification', text: words }
    : { is: 'intervention', type: 'queued_message', text: words };
  emit(work, chain, record, { key, native: nativeOf(record, key), what, parent, midTurn: true });
  if (isTask) linkNotification(work, chain, words, key);
}

/**
 * A progress record: state, except that from 2.1.14 to 2.1.5x it repeats what a sub-agent does, with the records' own
 * ids.
 */
export function readProgress(work: Work, chain: Chain, record: Rec): void {
  const data = object(record['data']);
  const type = text(data['type']) ?? '';
  if (!stateProgress.has(type)) work.unknown ??= { kind: `progress/${type}` };
  passOver(work, chain, record);
  const agent = idOf(data['agentId']);
  if (type !== 'agent_progress' || agent === undefined) return;

  const { version, cwd, gitBranch } = record;
  const inner: Rec = { version, cwd, gitBranch, ...object(data['message']), parentUuid: undefined };
  const its = agentChain(work, agent, text(record['parentToolUseID']));
  describe(work, its, inner);
  if (inner['type'] === 'user') readUser(work, its, inner);
  if (inner['type'] === 'assistant') readAssistant(work, its, inner);
}
