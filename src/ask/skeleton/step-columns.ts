import { acts } from '../../model/words.ts';
import { clipped } from '../step-detail/clipped.ts';
import type { OutlineStep } from '../../store/store.ts';
import type { StepColumns } from './answer.ts';

const actPlaces = new Map<string, number>(acts.map((act, place) => [act, place]));

/** Steps as columns, one after the other. */
export class StepColumnsOf {
  readonly tools: string[] = [];
  readonly #toolPlaces = new Map<string, number>();
  readonly columns = {
    seq: [] as number[],
    at: [] as number[],
    kind: [] as number[],
    act: [] as number[],
    tool: [] as number[],
    failed: [] as number[],
    took: [] as number[],
  } satisfies Omit<StepColumns, 'causes'>;
  #seq: number;
  #at = 0;

  constructor(after: number) {
    this.#seq = after;
  }

  get count(): number {
    return this.columns.seq.length;
  }

  add(step: OutlineStep): void {
    const { columns } = this;
    const { seq, at, act, type, tool, failed, durationMs } = step;
    const kind = kindNumber(step);
    const name = kind === 3 ? type : tool;
    columns.seq.push(seq - this.#seq);
    this.#seq = seq;
    columns.at.push(at === null ? 0 : at - this.#at);
    if (at !== null) this.#at = at;
    columns.kind.push(kind);
    columns.act.push(tool === null || act === null ? -1 : actPlaces.get(act)!);
    columns.tool.push(name === null ? -1 : this.#placeOf(name));
    columns.failed.push(Number(failed));
    columns.took.push(durationMs ?? 0);
  }

  #placeOf(tool: string): number {
    const known = this.#toolPlaces.get(tool);
    if (known !== undefined) return known;
    this.#toolPlaces.set(tool, this.tools.length);
    return this.tools.push(clipped(tool, longestName)) - 1;
  }
}

/** See `StepColumns.kind`. */
function kindNumber({ kind, tool, origin }: OutlineStep): number {
  if (tool !== null) return 2;
  if (kind !== 'user_msg') return 3;
  return origin === null || origin === 'human' ? 0 : 1;
}

/** A hostile file may hold any. */
const longestName = 120;
