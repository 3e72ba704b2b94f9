import { list, name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { call } from './calls.ts';
import type { Asked } from './memory.ts';
import type { CopilotContext } from './record-context.ts';
import { tokensOfMessage, usedWithoutTrace } from './usage.ts';

/** One model response, or one part of it: its thoughts, its text, and its calls. */
export function assistantMessage(context: CopilotContext, data: JsonObject): void {
  const { key } = context;
  const asked = askedBy(context, data);
  const more = { role: 'assistant' as const, parent: asked?.key, turn: asked?.turn };
  let tokens = tokensOfMessage(context, data);
  const take = () => {
    const now = tokens;
    tokens = undefined;
    return now;
  };

  const thought = text(data['reasoningText']) ?? '';
  if (thought.trim() !== '')
    context.emit(`${key}:thinking`, { is: 'thinking', text: thought }, { native: key, ...more, tokens: take() });
  const content = text(data['content']) ?? '';
  const hasText = content.trim() !== '';
  if (hasText) context.emit(key, { is: 'message', text: content }, { native: key, ...more, tokens: take() });
  for (const request of list(data['toolRequests']).map(object)) {
    const id = name(request['toolCallId']);
    if (id !== undefined) call(context, id, request, { ...more, ...(hasText ? { parent: key } : {}), tokens: take() });
  }
  if (tokens) usedWithoutTrace(context, tokens, asked?.turn);
}

/**
 * The prompt it answers, by the ids that both name: until 1.0.68 only that of the request. VS Code has one
 * conversation, and no ids for it.
 */
function askedBy({ memory, agent }: CopilotContext, data: JsonObject): Asked | undefined {
  const request = name(data['interactionId']);
  const turn = request === undefined ? memory.turns.get(agent) : undefined;
  return (
    memory.prompts.get(name(data['originatingMessageId']) ?? '') ??
    memory.prompts.get(request ?? '') ??
    (turn === undefined ? undefined : { key: turn, turn })
  );
}
