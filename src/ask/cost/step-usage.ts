import type { Event, Tokens } from '../../model/event.ts';
import type { EventId, SessionUid } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { StoreReader, UsageRow } from '../../store/store.ts';

/**
 * What each step or turn of a session used. A response counts for the call it made, else for the last step before it.
 * Sub-agents count for the call that started them; what goes on elsewhere, such as a fork, is nobody's (a null key).
 */
export async function usageBySteps(
  read: StoreReader,
  session: Session,
  by: 'turn' | 'step',
): Promise<readonly UsageRow[]> {
  const sums = new UsageSums();
  const turnOf = new Map<EventId, EventId>();
  let pending: Event[] = [];
  let turn: EventId | null = null;
  let step: EventId | null = null;
  const settle = (): void => {
    for (const { tokens, model, usd } of pending)
      sums.add(by === 'turn' ? turn : step, model ?? session.model, tokens!, usd);
    pending = [];
  };
  for (let after = 0; ;) {
    const page = await read.events(session.uid, { after, limit: pageLength });
    for (const event of page) {
      const isStep = event.step === event.id;
      if (isStep && event.kind === 'user_msg') {
        settle();
        turn = event.id;
      }
      if (isStep) {
        step = event.id;
        turnOf.set(event.id, turn ?? event.id);
      }
      if (event.tokens) pending.push(event);
      if (isStep) settle();
    }
    if (page.length < pageLength) break;
    after = page.at(-1)!.seq;
  }
  settle();
  await addDescendants(read, session, sums, (call) => (by === 'turn' ? (turnOf.get(call) ?? null) : call));
  return sums.rows();
}

const pageLength = 1_000;
const mostDescendants = 10_000;

/** Sessions that came of this one, at the call of this session that they go back to. */
async function addDescendants(
  read: StoreReader,
  { uid }: Session,
  sums: UsageSums,
  keyOf: (call: EventId) => EventId | null,
): Promise<void> {
  const startedBy = new Map<SessionUid, EventId | null>();
  for (const { uid: child, parent, relation } of await read.descendants(uid, mostDescendants)) {
    if (child === uid || parent === null) continue;
    const call = parent === uid ? ((await read.session(child))?.parent?.step ?? null) : startedBy.get(parent);
    startedBy.set(child, relation === 'subagent' ? (call ?? null) : null);
  }
  for (const { key, model, tokens, usd } of await read.usage({ under: uid }, 'session')) {
    if (key === uid) continue;
    const call = startedBy.get(key as SessionUid) ?? null;
    sums.add(call === null ? null : keyOf(call), model, tokens, usd);
  }
}

/** Sums by step and model; what agents said the cost of is a row of its own, as in the store. */
class UsageSums {
  readonly #rows = new Map<string, UsageRow>();

  add(key: EventId | null, model: string | null, tokens: Tokens, usd: number | null): void {
    const name = `${key} ${usd === null} ${model}`;
    const had = this.#rows.get(name);
    const sum = { ...(had?.tokens ?? { input: 0, output: 0, cache_read: 0, cache_write: 0, cache_write_1h: 0 }) };
    sum.input += tokens.input;
    sum.output += tokens.output;
    sum.cache_read += tokens.cache_read;
    sum.cache_write += tokens.cache_write;
    sum.cache_write_1h = (sum.cache_write_1h ?? 0) + (tokens.cache_write_1h ?? 0);
    this.#rows.set(name, { key, model, tokens: sum, usd: usd === null ? null : (had?.usd ?? 0) + usd });
  }

  rows(): readonly UsageRow[] {
    return [...this.#rows.values()];
  }
}
