import { name, object, text } from '../../platform/parse-records.ts';
import { agentUid } from './identity.ts';
import { closes, opened, wasTold } from './memory.ts';
import { emit } from './page.ts';
import type { Page } from './page.ts';
import { idOf } from './record.ts';
import type { Rec } from './record.ts';
import { answered } from './results.ts';

/**
 * The calls of one response, made together. A call is written when it is done, with its result. The same call may be
 * written again with less: outputs are cut to spare the model.
 */
export function called(page: Page, calls: readonly Rec[], parent: string | undefined): void {
  for (const record of calls) made(page, record, parent);
  for (const record of calls) done(page, record);
}

function made(page: Page, record: Rec, parent: string | undefined): void {
  const { memory } = page;
  const call = name(record['id']);
  if (call === undefined || wasTold(memory, `call ${call}`)) return;
  emit(
    page,
    call,
    { is: 'call', tool: text(record['name']) ?? 'unknown', input: record['args'] ?? null },
    { native: call, role: 'assistant', parent },
  );
  memory.lastStep = memory.above = call;
  opened(memory, call);
  spawned(page, record, call);
}

function done(page: Page, record: Rec): void {
  const call = name(record['id']);
  if (call === undefined || record['result'] === undefined || !closes(page.memory, call)) return;
  const status = answered(page, call, record);
  const agent = idOf(record['agentId']);
  if (agent !== undefined && (status === 'ok' || status === 'failed'))
    page.links.push({ type: 'returned', child: agentUid(agent), parent: page.session, step: call });
}

/** A call that names an agent has started it; the agent's file bears the same name. */
function spawned(page: Page, record: Rec, call: string): void {
  const agent = idOf(record['agentId']);
  if (agent === undefined) return;
  const child = agentUid(agent);
  page.links.push({ type: 'spawned', parent: page.session, call, child });
  const { prompt, objective } = object(record['args']);
  const title = (text(prompt) ?? text(objective))?.trim().split('\n', 1)[0]?.slice(0, 200);
  if (title) page.sessions.push({ uid: child, title });
}
