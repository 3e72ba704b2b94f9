import { object, text } from '../../platform/parse-records.ts';
import type { What } from '../source.ts';
import { keep } from './carry.ts';
import type { Chain } from './carry.ts';
import { linkToCall } from './chains.ts';
import { emit } from './emit.ts';
import { keyOfRecord, nativeOf, parentOf, passOver } from './lineage.ts';
import { isNotification, saidBy, taskOf } from './prompts.ts';
import { leaveQueue, wasAbsorbed } from './queue.ts';
import { blocksOf, messageOf, readable } from './record.ts';
import type { Block, Rec } from './record.ts';
import { approvedPlan, durationOf, feedbackOf, isLaunched, outputOf, startedAgent, statusOf } from './results.ts';
import { subagentUid } from './work.ts';
import type { Work } from './work.ts';

/** A user record: the results of calls, or something said by a person, a skill, a task or the harness. */
export function readUser(work: Work, chain: Chain, record: Rec): void {
  const uuid = keyOfRecord(work, record);
  const content = messageOf(record)['content'];
  const blocks = blocksOf(content);
  const isResult = (block: Block) => block['type'] === 'tool_result';
  if (!blocks.some(isResult)) return readWords(work, chain, record, uuid, wordsOf(content));

  for (const [index, block] of blocks.entries()) {
    const key = index === 0 ? uuid : `${uuid}#${index}`;
    if (isResult(block)) readResult(work, chain, record, key, block);
    else if (readable([block]).trim() !== '') readWords(work, chain, record, key, readable([block]));
  }
}

/** What was said, without what an editor put before it. */
function wordsOf(content: unknown): string {
  const whole = readable(content);
  if (!Array.isArray(content) || !whole.includes('<ide_')) return whole.trim() === '' ? '' : whole;
  const said = readable(content.filter((block) => !text(object(block)['text'])?.startsWith('<ide_')));
  return said.trim() === '' ? whole : said;
}

function readWords(work: Work, chain: Chain, record: Rec, key: string, words: string): void {
  const { carry } = work;
  if (words === '') return passOver(work, chain, record);
  leaveQueue(carry, words);
  if (record['isMeta'] !== true && wasAbsorbed(carry, words)) return passOver(work, chain, record);

  const alone = chain.uid !== work.base;
  if (alone && chain.step === undefined && words === 'Warmup') {
    chain.idle = true;
    return passOver(work, chain, record);
  }
  const parent = parentOf(work, chain, record);
  const { what, isCommand } = saidBy(record, words, {
    afterCommand: parent !== undefined && parent === chain.command,
    alone,
  });
  const before = chain.compacted ?? chain.step;
  emit(work, chain, record, { key, native: nativeOf(record, key), what, parent });

  if (isCommand) chain.command = key;
  else delete chain.command;
  if (what.is !== 'prompt') return;
  if (what.origin === 'compaction') {
    if (before !== undefined && before !== key)
      work.links.push({ type: 'continued', session: chain.uid, from: before, to: key });
    delete chain.compacted;
  }
  if (what.origin === 'notification') linkNotification(work, chain, words, key);
}

/** The outcome of a sub-agent that ran in the background reaches the session here. */
export function linkNotification(work: Work, chain: Chain, words: string, step: string): void {
  const task = isNotification(words) ? taskOf(words) : undefined;
  if (task === undefined || !work.carry.launched.delete(task)) return;
  work.links.push({ type: 'returned', child: subagentUid(work, task), parent: chain.uid, step });
}

function readResult(work: Work, chain: Chain, record: Rec, key: string, block: Block): void {
  const id = text(block['tool_use_id']) ?? '';
  const output = outputOf(block);
  const call = work.carry.calls.get(id)?.key ?? text(record['sourceToolAssistantUUID']) ?? id;
  const what: What = { is: 'result', call, output, status: statusOf(record, block, output) };
  emit(work, chain, record, { key, what, parent: call, durationMs: durationOf(record) });
  linkAgents(work, chain, record, { id, call, output });
  work.carry.calls.delete(id);

  const feedback = what.status === 'denied' ? feedbackOf(record, output) : undefined;
  if (feedback !== undefined) aside(work, chain, record, key, { is: 'intervention', type: 'rejected', text: feedback });
  const plan = approvedPlan(record, output);
  if (plan !== undefined) aside(work, chain, record, key, { is: 'decision', type: 'plan_approved', text: plan });
}

/** What a person said by means of a result. It has no record of its own; records that follow hang on the result. */
function aside(work: Work, chain: Chain, record: Rec, result: string, what: What & { readonly type: string }): void {
  emit(work, chain, record, { key: `${result}#${what.type}`, what, parent: result });
  chain.last = result;
}

/** Since 2.0 the result of a call names the sub-agent it started; before, the sidechain remembers its call. */
function linkAgents(
  work: Work,
  chain: Chain,
  record: Rec,
  { id, call, output }: { readonly id: string; readonly call: string; readonly output: string },
): void {
  const { carry } = work;
  const twin = object(record['toolUseResult']);
  const isAgentCall = carry.calls.get(id)?.prompt !== undefined;
  const agent = startedAgent(twin, isAgentCall ? output : '');
  if (agent !== undefined) {
    const child = { uid: subagentUid(work, agent) };
    linkToCall(work, child, id);
    if (isLaunched(twin, output)) keep(carry, 'launched', agent, true);
    else work.links.push({ type: 'returned', child: child.uid, parent: chain.uid, step: call });
    return;
  }
  for (const side of carry.chains.values()) {
    if (side.call === id) work.links.push({ type: 'returned', child: side.uid, parent: chain.uid, step: call });
  }
  // The session asked for the outcome of a background task itself.
  const task = object(twin['task']);
  const awaited = text(task['task_id']);
  if (awaited !== undefined && task['status'] === 'completed' && carry.launched.delete(awaited)) {
    work.links.push({ type: 'returned', child: subagentUid(work, awaited), parent: chain.uid, step: call });
  }
}
