import type { Event } from '../../model/event.ts';
import type { StoreReader } from '../../store/store.ts';

/** What the agent messages between the step before and this one, in order; of much the latest. */
export async function messagesBefore(read: StoreReader, step: Event): Promise<readonly Event[]> {
  const messages: Event[] = [];
  for (let before = step.seq, looked = 0; looked < mostLooked; looked += atOnce) {
    const events = await read.recentEvents(step.session, { before, limit: atOnce });
    for (const event of events) {
      if (isStep(event)) return messages.reverse();
      if (isMessage(event) && messages.length < maxMessages) messages.push(event);
    }
    if (events.length < atOnce) break;
    before = events.at(-1)!.seq;
  }
  return messages.reverse();
}

/** What it messages after this step, unless a call follows: then it belongs to that. */
export async function messagesAfter(read: StoreReader, step: Event): Promise<readonly Event[]> {
  const messages: Event[] = [];
  for (let after = step.seq, looked = 0; looked < mostLooked; looked += atOnce) {
    const events = await read.events(step.session, { after, limit: atOnce });
    for (const event of events) {
      if (isStep(event)) return event.tool === null ? messages : [];
      if (isMessage(event) && messages.length < maxMessages) messages.push(event);
    }
    if (events.length < atOnce) break;
    after = events.at(-1)!.seq;
  }
  return messages;
}

const maxMessages = 12;
const atOnce = 32;
const mostLooked = 256;

function isStep({ id, step }: Event): boolean {
  return step === id;
}

function isMessage({ kind }: Event): boolean {
  return kind === 'assistant_msg' || kind === 'thinking';
}
