import { payloadReader, textOf } from '../../src/ask/event/payload.ts';
import type { Event } from '../../src/model/event.ts';
import type { SessionUid } from '../../src/model/ids.ts';
import { sources } from '../../src/sources/all-sources.ts';
import type { StoreReader } from '../../src/store/store.ts';

const longest = { person: 8_000, agent: 8_000, call: 2_500, result: 1_500 };

/** A session as plain text: what was asked, said, called and answered, in order. Long outputs keep both ends. */
export async function transcriptOf(read: StoreReader, uid: SessionUid, after = 0): Promise<string> {
  const payload = payloadReader(read, { sources });
  const parts: string[] = [];
  for await (const event of eventsAfter(read, uid, after)) {
    const label = labelOf(event);
    if (label === undefined) continue;
    const what = (await payload(event).catch(() => undefined))?.what;
    const text = twoEnds(what ? textOf(what) : event.summary, longest[label.length]).trim();
    if (text !== '') parts.push(`[${label.name}] ${text}`);
  }
  return `${parts.join('\n')}\n`;
}

async function* eventsAfter(read: StoreReader, uid: SessionUid, after: number): AsyncGenerator<Event> {
  for (let from = after; ;) {
    const some = await read.events(uid, { after: from, limit: 1_000 });
    yield* some;
    if (some.length < 1_000) return;
    from = some.at(-1)!.seq;
  }
}

function labelOf(event: Event): { readonly name: string; readonly length: keyof typeof longest } | undefined {
  const { kind, origin, tool, role, failed } = event;
  if (tool !== null) return { name: `calls ${tool}`, length: 'call' };
  if (role === 'tool' || kind === 'tool_result') return { name: failed ? 'failed' : 'result', length: 'result' };
  if (kind === 'user_msg') return { name: origin === 'human' ? 'person' : `program, ${origin}`, length: 'person' };
  if (kind === 'human_intervention') return { name: 'person steps in', length: 'person' };
  if (kind === 'assistant_msg' || kind === 'completion') return { name: 'agent', length: 'agent' };
  if (kind === 'thinking') return { name: 'agent thinks', length: 'result' };
  return kind === 'error' ? { name: 'error', length: 'result' } : undefined;
}

function twoEnds(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, Math.floor(most * 0.6))}\n[…]\n${text.slice(-Math.floor(most * 0.4))}`;
}
