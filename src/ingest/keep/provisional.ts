import { eventRef, type Key, type SessionUid } from '../../model/ids.ts';
import type { Event } from '../../model/event.ts';
import type { Identity } from '../../sources/source.ts';
import type { EventRow, Replacement, StoreReader } from '../../store/store.ts';
import { contentOf, hasNative, isFailure, isResult, keyOf, maxSecondary, nearest } from './alike.ts';
import type { ScanEvent } from '../scan/scan-batch.ts';

/** Events that only a secondary source has recorded so far, of the sessions in a transcript. */
export class Provisional {
  readonly #read: StoreReader;
  readonly #session: SessionUid;
  readonly #caller: SessionUid | undefined;
  readonly #bySession = new Map<SessionUid, Event[]>();
  /** Calls that were replaced, and by which. */
  readonly #moved = new Map<string, Key>();

  constructor(read: StoreReader, { session, parent }: Identity) {
    this.#read = read;
    this.#session = session;
    this.#caller = parent?.relation === 'subagent' ? parent.uid : undefined;
  }

  /** The transcript's events, with what the secondary source added, and the provisional events they replace. */
  async replace(
    fresh: readonly ScanEvent[],
  ): Promise<{ readonly fresh: ScanEvent[]; readonly replaced: Replacement[] }> {
    const replaced: Replacement[] = [];
    let isAny = false;
    for (const session of new Set(fresh.map(({ row }) => row.session)))
      isAny = (await this.#of(session)).length > 0 || isAny;
    if (!isAny) return { fresh: [...fresh], replaced };
    const merged: ScanEvent[] = [];
    for (const event of fresh) {
      const { row } = event;
      const provisional = await this.#of(row.session);
      const old = this.#match(row, provisional);
      if (old) {
        provisional.splice(provisional.indexOf(old), 1);
        this.#moved.set(old.id, row.key);
        replaced.push({ session: old.session, old: keyOf(old), by: row.key });
      }
      merged.push(old ? { ...event, row: { ...row, durationMs: row.durationMs ?? old.duration_ms } } : event);
    }
    return { fresh: merged, replaced };
  }

  #match(row: EventRow, provisional: readonly Event[]): Event | undefined {
    if (row.step === row.key && row.tool !== null) {
      const byNative = provisional.find(({ native_id }) => hasNative(row) && native_id === row.native);
      return (
        byNative ??
        nearest(
          row.at,
          provisional.filter((event) => event.native_id?.startsWith('line:') && contentOf(event) === contentOf(row)),
        )
      );
    }
    if (isFailure(row))
      return nearest(
        row.at,
        provisional.filter((event) => isFailure(event) && event.summary === row.summary),
      );
    if (!isResult(row)) return undefined;
    return provisional.find(
      (event) =>
        isResult(event) &&
        event.step !== null &&
        (this.#moved.get(event.step) ?? eventRef(event.step)!.event) === row.step,
    );
  }

  /** Hooks may record the events of a sub-agent as its caller's. */
  async #of(session: SessionUid): Promise<Event[]> {
    let events = this.#bySession.get(session);
    if (!events) {
      const caller = session === this.#session ? this.#caller : undefined;
      events = [
        ...(await this.#read.secondaryEvents(session, maxSecondary)),
        ...(caller ? await this.#read.secondaryEvents(caller, maxSecondary) : []),
      ];
      this.#bySession.set(session, events);
    }
    return events;
  }
}
