import type { Origin } from '../../model/words.ts';
import { name, object, text } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { remember } from '../remember.ts';
import { answered } from './agents.ts';
import type { Asked } from './memory.ts';
import { emit, happened, patch, stepped } from './page.ts';
import type { Page } from './page.ts';

/** What was typed is `content`; `transformedContent` is what Copilot made of it for the model. */
export function userMessage(page: Page, data: JsonObject): void {
  const { memory, key } = page;
  const request = name(data['interactionId']);
  const opened = request === undefined ? undefined : memory.prompts.get(request);
  const origin = originOf(page, data);
  const said = text(data['content']) ?? '';

  if (origin === 'human' && data['delivery'] === 'steering') {
    const turn = opened?.turn ?? memory.turns.get(page.agent);
    emit(
      page,
      key,
      { is: 'intervention', type: 'steering', text: said },
      { native: key, role: 'user', parent: opened?.key, turn },
    );
    named(page, data, { key, turn: turn ?? key });
    return;
  }
  const turn = opened && origin !== 'human' ? opened.turn : key;
  emit(page, key, { is: 'prompt', text: said, origin }, { native: key, role: 'user', parent: turn, turn });
  named(page, data, { key, turn });
  remember(memory.turns, page.agent, turn);
  stepped(page, key);
  if (origin === 'human') triedAgain(page);
}

/** A background shell or sub-agent is done, or a message came in. */
export function notification(page: Page, data: JsonObject): void {
  happened(page, { is: 'prompt', origin: 'notification', text: text(data['content']) ?? '' }, { role: 'user' });
  stepped(page, page.key);
  const kind = object(data['kind']);
  if (kind['type'] === 'agent_completed') answered(page, name(kind['agentId']), page.key);
}

/** Nobody types in a sub-agent. */
function originOf(page: Page, data: JsonObject): Origin {
  const source = text(data['source']) ?? '';
  if (source.startsWith('skill-')) return 'skill';
  const byHarness =
    page.agent !== '' || source.startsWith('agent-') || source === 'system' || data['isAutopilotContinuation'] === true;
  return byHarness ? 'harness' : 'human';
}

function named(page: Page, data: JsonObject, asked: Asked): void {
  const { prompts } = page.memory;
  const message = name(data['messageId']);
  const request = name(data['interactionId']);
  if (message !== undefined) remember(prompts, message, asked);
  if (request !== undefined && (!prompts.has(request) || asked.turn === asked.key)) remember(prompts, request, asked);
}

/** What failed was not the end of it. */
function triedAgain(page: Page): void {
  if (!page.memory.failed) return;
  delete page.memory.failed;
  patch(page, { outcome: 'unknown' });
}
