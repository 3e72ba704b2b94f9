import { object, text } from '../../../platform/parse-records.ts';
import type { What } from '../../source.ts';
import type { Chain } from './memory.ts';
import { linkToCall } from './chains.ts';
import { parentOf, skip } from './lineage.ts';
import { isNotification, userTextOf, taskOf } from './prompts.ts';
import { leaveQueue, wasAbsorbed } from './queue.ts';
import { blocksOf, messageOf, readable } from './record.ts';
import type { Block } from './record.ts';
import { approvedPlan, durationOf, feedbackOf, isLaunched, outputOf, startedAgent, statusOf } from './results.ts';
import type { ClaudeContext } from './record-context.ts';

/** A user record: the results of calls, or text of a person, a skill, a task or the harness. */
export function readUser(context: ClaudeContext, chain: Chain): void {
  const { record, key } = context;
  const content = messageOf(record)['content'];
  const blocks = blocksOf(content);
  const isResult = (block: Block) => block['type'] === 'tool_result';
  if (!blocks.some(isResult)) return readText(context, chain, key, textOf(content));

  for (const [index, block] of blocks.entries()) {
    const blockKey = index === 0 ? key : `${key}#${index}`;
    if (isResult(block)) readResult(context, chain, blockKey, block);
    else if (readable([block]).trim() !== '') readText(context, chain, blockKey, readable([block]));
  }
}

/** The text, without an editor's prefix. */
function textOf(content: unknown): string {
  const whole = readable(content);
  if (!Array.isArray(content) || !whole.includes('<ide_')) return whole.trim() === '' ? '' : whole;
  const typed = readable(content.filter((block) => !text(object(block)['text'])?.startsWith('<ide_')));
  return typed.trim() === '' ? whole : typed;
}

function readText(context: ClaudeContext, chain: Chain, key: string, words: string): void {
  const { memory, record } = context;
  if (words === '') return skip(context, chain);
  leaveQueue(memory, words);
  if (record['isMeta'] !== true && wasAbsorbed(memory, words)) return skip(context, chain);

  const alone = chain.uid !== context.base;
  if (alone && chain.step === undefined && words === 'Warmup') {
    chain.idle = true;
    return skip(context, chain);
  }
  const parent = parentOf(context, chain);
  const { what, isCommand } = userTextOf(record, words, {
    afterCommand: parent !== undefined && parent === chain.command,
    alone,
  });
  const before = chain.compacted ?? chain.step;
  context.emitOn(chain, key, what, { native: context.nativeOf(key), parent });

  if (isCommand) chain.command = key;
  else delete chain.command;
  if (what.is !== 'prompt') return;
  if (what.origin === 'compaction') {
    if (before !== undefined && before !== key)
      context.links.push({ type: 'continued', session: chain.uid, from: before, to: key });
    delete chain.compacted;
  }
  if (what.origin === 'notification') linkNotification(context, chain, words, key);
}

/** The outcome of a background sub-agent reaches the session here. */
export function linkNotification(context: ClaudeContext, chain: Chain, words: string, step: string): void {
  const task = isNotification(words) ? taskOf(words) : undefined;
  if (task === undefined || !context.memory.launched.delete(task)) return;
  context.links.push({ type: 'returned', child: context.subagentUid(task), parent: chain.uid, step });
}

function readResult(context: ClaudeContext, chain: Chain, key: string, block: Block): void {
  const { record } = context;
  const id = text(block['tool_use_id']) ?? '';
  const output = outputOf(block);
  const call = context.memory.calls.get(id)?.key ?? text(record['sourceToolAssistantUUID']) ?? id;
  const what: What = { is: 'result', call, output, status: statusOf(record, block, output) };
  context.emitOn(chain, key, what, { parent: call, durationMs: durationOf(record) });
  linkAgents(context, chain, { id, call, output });
  context.memory.calls.delete(id);

  const feedback = what.status === 'denied' ? feedbackOf(record, output) : undefined;
  if (feedback !== undefined) aside(context, chain, key, { is: 'intervention', type: 'rejected', text: feedback });
  const plan = approvedPlan(record, output);
  if (plan !== undefined) aside(context, chain, key, { is: 'decision', type: 'plan_approved', text: plan });
}

/** A person's comment inside a result. It has no record of its own; later records are children of the result. */
function aside(context: ClaudeContext, chain: Chain, result: string, what: What & { readonly type: string }): void {
  context.emitOn(chain, `${result}#${what.type}`, what, { parent: result });
  chain.last = result;
}

/** Since 2.0 the result of a call names the sub-agent it started; before, the sidechain remembers its call. */
function linkAgents(
  context: ClaudeContext,
  chain: Chain,
  { id, call, output }: { readonly id: string; readonly call: string; readonly output: string },
): void {
  const { memory, record } = context;
  const twin = object(record['toolUseResult']);
  const isAgentCall = memory.calls.get(id)?.prompt !== undefined;
  const agent = startedAgent(twin, isAgentCall ? output : '');
  if (agent !== undefined) {
    const child = { uid: context.subagentUid(agent) };
    linkToCall(context, child, id);
    if (isLaunched(twin, output)) memory.launched.add(agent);
    else context.links.push({ type: 'returned', child: child.uid, parent: chain.uid, step: call });
    return;
  }
  for (const side of memory.chains.values()) {
    if (side.call === id) context.links.push({ type: 'returned', child: side.uid, parent: chain.uid, step: call });
  }
  // The session asked for the outcome of a background task itself.
  const task = object(twin['task']);
  const awaited = text(task['task_id']);
  if (awaited !== undefined && task['status'] === 'completed' && memory.launched.delete(awaited)) {
    context.links.push({ type: 'returned', child: context.subagentUid(awaited), parent: chain.uid, step: call });
  }
}
