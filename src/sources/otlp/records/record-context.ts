import type { SessionUid } from '../../../model/ids.ts';
import { type EmittedFields, RecordContext, type RecordFacts } from '../../reader/record-context.ts';
import type { What } from '../../source.ts';
import type { OtlpMemory } from './memory.ts';
import type { Telemetry } from '../../agent/telemetry/telemetry.ts';
import type { Home } from '../container/traces.ts';

/** One record being read. Its session is the main one, or a sub-agent's. */
export class OtlpContext extends RecordContext<OtlpMemory> {
  readonly record: Telemetry;
  readonly place: Omit<Home, 'session'>;
  readonly main: SessionUid;

  constructor({ record, place, main, ...facts }: Pick<RecordFacts<OtlpMemory>, 'session' | 'memory'> & Located) {
    super({ ...facts, key: '', at: whole(record.start) });
    this.record = record;
    this.place = place;
    this.main = main;
  }

  override emit(key: string, what: What, fields: EmittedFields = {}): void {
    const turn = this.memory.turns.get(fields.session ?? this.session);
    super.emit(key, what, { turn, ...fields });
  }
}

interface Located {
  readonly record: Telemetry;
  readonly place: Omit<Home, 'session'>;
  readonly main: SessionUid;
}

/** Whole milliseconds. */
export function whole(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.floor(time);
}

export function sessionOf(main: SessionUid, subagent: string | undefined): SessionUid {
  return subagent === undefined ? main : (`${main}/${subagent}` as SessionUid);
}
