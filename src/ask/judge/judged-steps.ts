import type { Event } from '../../model/event.ts';
import type { SessionUid } from '../../model/ids.ts';
import type { StoreReader } from '../../store/store.ts';
import { StepNames } from './transcript.ts';

const pageSize = 1_000;

/** The steps of a session by the names a judge knows them by: `P1`, `C12`. */
export async function judgedSteps(read: StoreReader, session: SessionUid): Promise<ReadonlyMap<string, Event>> {
  const steps = new Map<string, Event>();
  const names = new StepNames();
  for (let after = 0; ;) {
    const page = await read.steps(session, { after, limit: pageSize });
    for (const step of page) {
      const name = names.add(step);
      if (name !== undefined) steps.set(name, step);
    }
    if (page.length < pageSize) return steps;
    after = page.at(-1)!.seq;
  }
}
