import type { Origin } from '../../model/words.ts';
import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { answered } from './agents.ts';
import type { Asked } from './memory.ts';
import type { CopilotContext } from './record-context.ts';

/** `content` is what was typed; `transformedContent` is what Copilot sent to the model. */
export function userMessage(context: CopilotContext, data: JsonObject): void {
  const { memory, key } = context;
  const request = name(data['interactionId']);
  const opened = request === undefined ? undefined : memory.prompts.get(request);
  const origin = originOf(context, data);
  const content = text(data['content']) ?? '';

  if (origin === 'human' && data['delivery'] === 'steering') {
    const turn = opened?.turn ?? memory.turns.get(context.agent);
    context.emit(
      key,
      { is: 'intervention', type: 'steering', text: content },
      { native: key, role: 'user', parent: opened?.key, turn },
    );
    named(context, data, { key, turn: turn ?? key });
    return;
  }
  const turn = opened && origin !== 'human' ? opened.turn : key;
  context.emit(key, { is: 'prompt', text: content, origin }, { native: key, role: 'user', parent: turn, turn });
  named(context, data, { key, turn });
  memory.turns.set(context.agent, turn);
  context.step(key);
  if (origin === 'human') context.setFailed(false);
}

/** A background shell or sub-agent is done, or a message came in. */
export function notification(context: CopilotContext, data: JsonObject): void {
  context.emitHere({ is: 'prompt', origin: 'notification', text: text(data['content']) ?? '' }, { role: 'user' });
  context.step(context.key);
  const kind = object(data['kind']);
  if (kind['type'] === 'agent_completed') answered(context, name(kind['agentId']), context.key);
}

/** Nobody types in a sub-agent. */
function originOf(context: CopilotContext, data: JsonObject): Origin {
  const source = text(data['source']) ?? '';
  if (source.startsWith('skill-')) return 'skill';
  const byHarness =
    context.agent !== '' ||
    source.startsWith('agent-') ||
    source === 'system' ||
    data['isAutopilotContinuation'] === true;
  return byHarness ? 'harness' : 'human';
}

function named(context: CopilotContext, data: JsonObject, asked: Asked): void {
  const { prompts } = context.memory;
  const message = name(data['messageId']);
  const request = name(data['interactionId']);
  if (message !== undefined) prompts.set(message, asked);
  if (request !== undefined && (!prompts.has(request) || asked.turn === asked.key)) prompts.set(request, asked);
}
