import { name, object, text } from '../../../platform/parse-records.ts';
import { agentIn } from './agents.ts';
import { usageText } from '../../reader/usage-text.ts';
import type { QwenContext } from './record-context.ts';
import { partsOf, readable } from './record.ts';
import type { Part, Rec } from './record.ts';
import { usageOf } from './usage.ts';

/**
 * One response of the model: thoughts, text and calls; its usage is counted with the first of them. Sub-agents record
 * the usage of a response before its calls, in a record of its own.
 */
export function assistant(context: QwenContext, record: Rec): boolean {
  const parts = partsOf(record);
  let tokens = usageOf(record);
  let above = context.above;
  const counted = () => {
    const now = tokens;
    tokens = undefined;
    return now;
  };
  context.setFailed(false);
  delete context.memory.measured;

  const thought = readable(parts.filter((part) => part['thought'] === true));
  if (thought.trim() !== '') {
    const key = `${context.key}:thinking`;
    context.emit(
      key,
      { is: 'thinking', text: thought },
      { native: key, role: 'assistant', parent: above, tokens: counted() },
    );
    above = key;
  }
  const content = readable(parts.filter((part) => part['thought'] !== true));
  if (content.trim() !== '') {
    context.emit(
      context.key,
      { is: 'message', text: content },
      { native: context.key, role: 'assistant', parent: above, tokens: counted() },
    );
    above = context.key;
  }
  const calls = parts.filter((part) => 'functionCall' in part);
  for (const [index, part] of calls.entries()) call(context, part, index, above, counted());
  if (tokens) {
    context.emit(
      context.key,
      { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
      { native: context.key, role: 'system', parent: above, tokens },
    );
  }
  if (above !== undefined) context.leads = above;
  return true;
}

function call(
  context: QwenContext,
  part: Part,
  index: number,
  parent: string | undefined,
  tokens: ReturnType<typeof usageOf>,
): void {
  const { id, name: tool, args } = object(part['functionCall']);
  const key = name(id) ?? `${context.key}:call${index + 1}`;
  context.emit(
    key,
    { is: 'call', tool: text(tool) ?? 'unknown', input: args ?? null },
    { native: key, role: 'assistant', parent, tokens },
  );
  context.step(key);
  const agent = agentIn(tool, args);
  context.memory.calls.set(key, agent === undefined ? {} : { agent });
}
