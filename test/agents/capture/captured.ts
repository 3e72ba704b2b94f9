import { openStemma } from '../../../src/index.ts';
import type { Event, Session, What } from '../../../src/index.ts';

/** What stemma's archive says about one session, content included. */
export interface CapturedSession {
  readonly session: Session;
  readonly events: readonly CapturedEvent[];
}

export type CapturedEvent = Event & { readonly content: What | null };

/** Everything in an archive, asked for through the SDK as anybody would. */
export async function captured(stemmaHome: string): Promise<readonly CapturedSession[]> {
  await using stemma = await openStemma({ home: stemmaHome });
  const { sessions } = await stemma.sessions({ limit: 100 });
  const all: CapturedSession[] = [];
  for (const session of sessions) {
    const { events } = await stemma.timeline(session.uid, { limit: 1000 });
    const full: CapturedEvent[] = [];
    for (const event of events) full.push({ ...event, content: (await stemma.event(event.id)).content });
    all.push({ session, events: full });
  }
  return all;
}
