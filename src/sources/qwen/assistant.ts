import { name, object, text } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import { agentIn } from './agents.ts';
import { wentOn } from './context.ts';
import { emit, stepped } from './page.ts';
import type { Page } from './page.ts';
import { partsOf, readable } from './record.ts';
import type { Part, Rec } from './record.ts';
import { usageOf, usageWords } from './usage.ts';

/**
 * One response of the model: what it thought, what it said, what it called; what it used is counted with the first of
 * them. Sub-agents write what a response used before its calls, in a record of its own.
 */
export function assistant(page: Page, record: Rec): boolean {
  const parts = partsOf(record);
  let tokens = usageOf(record);
  let above = page.above;
  const counted = () => {
    const now = tokens;
    tokens = undefined;
    return now;
  };
  wentOn(page);
  delete page.memory.measured;

  const thought = readable(parts.filter((part) => part['thought'] === true));
  if (thought.trim() !== '') {
    const key = `${page.key}:thinking`;
    emit(
      page,
      key,
      { is: 'thinking', text: thought },
      { native: key, role: 'assistant', parent: above, tokens: counted() },
    );
    above = key;
  }
  const said = readable(parts.filter((part) => part['thought'] !== true));
  if (said.trim() !== '') {
    emit(
      page,
      page.key,
      { is: 'message', text: said },
      { native: page.key, role: 'assistant', parent: above, tokens: counted() },
    );
    above = page.key;
  }
  const calls = parts.filter((part) => 'functionCall' in part);
  for (const [index, part] of calls.entries()) call(page, part, index, above, counted());
  if (tokens) {
    emit(
      page,
      page.key,
      { is: 'lifecycle', type: 'usage', text: usageWords(tokens) },
      { native: page.key, role: 'system', parent: above, tokens },
    );
  }
  if (above !== undefined) page.leads = above;
  return true;
}

function call(
  page: Page,
  part: Part,
  index: number,
  parent: string | undefined,
  tokens: ReturnType<typeof usageOf>,
): void {
  const { id, name: tool, args } = object(part['functionCall']);
  const key = name(id) ?? `${page.key}:call${index + 1}`;
  emit(
    page,
    key,
    { is: 'call', tool: text(tool) ?? 'unknown', input: args ?? null },
    { native: key, role: 'assistant', parent, tokens },
  );
  stepped(page, key);
  const agent = agentIn(tool, args);
  remember(page.memory.calls, key, agent === undefined ? {} : { agent }, 64);
}
