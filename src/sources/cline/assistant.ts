import { list, name, object, text } from '../../platform/parse-records.ts';
import type { DraftFields } from '../reader/draft-of.ts';
import { uidOf } from './identity.ts';
import type { ClineContext } from './memory.ts';
import { modelOf, partsOf, textsOf } from './record.ts';
import type { Message, Part } from './record.ts';
import { callIn } from './tags.ts';
import { costOf, usageOf } from './usage.ts';

/** What a response used, and what it cost. */
type Used = Pick<DraftFields, 'tokens' | 'usd'>;

/** One response of the model: thoughts, text and calls; its usage is counted with the first of them. */
export function assistant(context: ClineContext, message: Message): void {
  const { memory, key, native } = context;
  const parts = partsOf(message);
  const tokens = usageOf(message);
  let used: Used = tokens ? { tokens, usd: costOf(message) } : {};
  let above: string | undefined;
  const counted = () => {
    const now = used;
    used = {};
    return now;
  };
  delete memory.asked;
  const model = modelOf(message);
  if (model !== undefined && model.length <= 200) context.patchChanged({ model });

  const thought = parts
    .flatMap((part) => (part['type'] === 'thinking' ? (text(part['thinking']) ?? []) : []))
    .join('\n\n');
  if (thought.trim() !== '') {
    above = `${key}:thinking`;
    context.emit(above, { is: 'thinking', text: thought }, { role: 'assistant', ...counted() });
  }
  const content = textsOf(parts).join('\n\n');
  const tagged =
    native === undefined && !parts.some((part) => part['type'] === 'tool_use') ? callIn(content) : undefined;
  const words = tagged ? tagged.before : content;
  if (words.trim() !== '') {
    context.emit(
      key,
      { is: 'message', text: words.trim() },
      { native, role: 'assistant', parent: above, ...counted() },
    );
    above = key;
  }
  for (const [index, part] of parts.filter((one) => one['type'] === 'tool_use').entries())
    call(context, part, index, above, counted());
  if (tagged) {
    const asked = { key: `${key}:call`, tool: tagged.tool };
    context.emit(
      asked.key,
      { is: 'call', tool: tagged.tool, input: tagged.input },
      { role: 'assistant', parent: above, ...counted() },
    );
    memory.asked = asked;
    memory.lastStep = asked.key;
  }
  if (tokens && used.tokens)
    context.emit(
      `${key}:usage`,
      {
        is: 'lifecycle',
        type: 'usage',
        text: `${tokens.input + tokens.cache_read} tokens in (${tokens.cache_read} cached), ${tokens.output} out`,
      },
      { role: 'system', ...used },
    );
  childrenOf(context, message);
}

function call(context: ClineContext, part: Part, index: number, parent: string | undefined, used: Used): void {
  const id = name(part['id']);
  const key = id ?? `${context.key}:call${index + 1}`;
  context.emit(
    key,
    { is: 'call', tool: text(part['name']) ?? 'unknown', input: part['input'] ?? null },
    { native: id, role: 'assistant', parent, ...used },
  );
  context.memory.lastStep = key;
}

/** Newer versions record which call started which session. */
function childrenOf(context: ClineContext, message: Message): void {
  for (const link of list(message['childSessions']).map(object)) {
    const [call, id] = [name(link['toolCallId']), name(link['sessionId'])];
    if (call === undefined || id === undefined) continue;
    const child = uidOf(id);
    // What a fork copied started the sub-agents of its original.
    if (!child.startsWith(`${context.session.split('/', 1)[0]}/`)) continue;
    context.links.push({ type: 'spawned', parent: context.session, call, child });
    context.memory.children.set(child, call);
  }
}
