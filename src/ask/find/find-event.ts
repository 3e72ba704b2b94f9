import type { Event } from '../../model/event.ts';
import { eventRef } from '../../model/ids.ts';
import type { SessionUid } from '../../model/ids.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import type { StoreReader } from '../../store/store.ts';

const shown = 10;

/** The event meant by an id, a native id, or the beginning of either, in one session or in all. */
export async function findEvent(read: StoreReader, name: string, session?: SessionUid): Promise<Event> {
  const ref = eventRef(name);
  const exact = ref && (await read.event(ref));
  if (exact) return exact;

  const found = name === '' ? [] : await read.findEvents(name, session, shown + 1);
  const one = found.length === 1 ? found[0] : stepOf(found);
  if (one) return one;
  if (found.length > 1) throw ambiguous(name, found);
  throw new StemmaError('event-not-found', `There is no event "${redact(name)}" in ${session ?? 'this archive'}.`, {
    hint: '`stemma timeline SESSION` and `stemma search TEXT` show the ids there are.',
  });
}

/** A tool-call id names a call and its result; people mean the call. */
function stepOf(found: readonly Event[]): Event | undefined {
  const step = found[0]?.step;
  if (!step || found.some((event) => event.step !== step || event.native_id !== found[0]!.native_id)) return undefined;
  return found.find((event) => event.id === step);
}

function ambiguous(name: string, found: readonly Event[]): StemmaError {
  const candidates = found
    .slice(0, shown)
    .map(
      ({ id, at, kind, summary, session }) =>
        `${id}  ${at?.slice(0, 10) ?? ''}  ${kind}  ${cut(summary)}  (${session})`,
    );
  const more = found.length > shown ? ['and more'] : [];
  const count = found.length > shown ? `more than ${shown}` : String(found.length);
  return new StemmaError('ambiguous-id', `"${redact(name)}" is the beginning of ${count} events.`, {
    hint: ['Give more of it; it could be', ...candidates, ...more].join('\n'),
  });
}

function cut(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
