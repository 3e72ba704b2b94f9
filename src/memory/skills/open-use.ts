import type { Event } from '../../model/event.ts';
import type { InvocationId } from '../../model/ids.ts';
import type { Invocation } from '../../model/invocation.ts';
import type { InvocationWhat } from '../../model/words.ts';
import { PhaseTally } from './phase-tally.ts';

/** A parsed mark of `useMark`. */
export interface Use {
  readonly what: Exclude<InvocationWhat, 'manual'>;
  readonly skill: string;
}

export function useIn(marks: readonly string[]): Use | undefined {
  for (const mark of marks) {
    const [, what, skill] = /^use (skill|command|agent|mcp) (.+)$/.exec(mark) ?? [];
    if (skill !== undefined) return { what: what as Use['what'], skill };
  }
  return undefined;
}

/** One step as its neighbours see it. */
export interface Step {
  readonly act: Event['act'];
  readonly marks: readonly string[];
}

/** How many steps before and after a call decide which phase it belongs to. */
export const reach = 3;
const maxFollowUps = 3;
/** In a row of MCP calls no neighbour shows a phase; waiting ends here. */
const maxLooked = 8;

/** A use whose end, or whose neighbouring steps, have not been seen yet. */
export class OpenUse {
  readonly use: Use;
  readonly event: Event;
  /** A skill or command: what follows is its work, up to the end of the turn. Else it is one call with one result. */
  readonly isWork: boolean;
  readonly request: string | null;
  readonly #query: string | null;
  readonly #path: string | null;
  readonly #tally = new PhaseTally();
  readonly #followUps: string[] = [];
  #stepsAfter = 0;
  #seen = 0;
  /** Its result has come, or its turn has ended. */
  ended = false;
  /** It runs in the background, and will report later. */
  launched = false;
  completed: boolean | null = null;
  errorType: string | null = null;
  /** Steps of its work that did not fail. */
  done = 0;
  /** When it ended (ms). */
  endedAt: number | null = null;
  durationMs: number | null;

  constructor(
    use: Use,
    event: Event,
    around: { readonly query: string | null; readonly path: string | null; readonly before: readonly Step[] },
  ) {
    this.use = use;
    this.event = event;
    this.isWork = use.what === 'skill' || use.what === 'command';
    this.request = requestIn(use, event);
    this.#query = use.what === 'command' ? event.summary : around.query;
    this.#path = around.path;
    this.durationMs = this.isWork ? null : event.duration_ms;
    if (!this.isWork)
      around.before.forEach(({ act, marks }, index) => this.#tally.add(act, marks, around.before.length - index));
  }

  /** The work went on with this step. */
  step({ act, marks }: Step): void {
    if (!this.isWork && !this.ended) return;
    this.#seen++;
    const use = useIn(marks);
    if (this.#followUps.length < maxFollowUps)
      this.#followUps.push(
        use ? `${use.what} ${use.skill}` : (marks.find((mark) => mark.startsWith('run ')) ?? act ?? 'other'),
      );
    if (use?.what === 'mcp') return;
    this.#stepsAfter++;
    if (this.isWork) this.#tally.add(act, marks);
    else if (this.#stepsAfter <= reach) this.#tally.add(act, marks, this.#stepsAfter);
  }

  end(completed: boolean | null, errorType: string | null, at: number | null): void {
    this.ended = true;
    this.completed = completed;
    this.errorType = errorType;
    this.endedAt = at;
  }

  /** Nothing that follows can add to it. */
  get isSettled(): boolean {
    return !this.isWork && this.ended && !this.launched && (this.#stepsAfter >= reach || this.#seen >= maxLooked);
  }

  invocation(): Invocation {
    const { id, session, at } = this.event;
    const spent =
      this.durationMs ?? (at === null || this.endedAt === null ? null : Math.max(0, this.endedAt - Date.parse(at)));
    return {
      id: id.replace('ev_', 'iv_') as InvocationId,
      skill: this.use.skill,
      what: this.use.what,
      basis: 'mined',
      session,
      source: null,
      repo: null,
      at,
      workflow_path: this.#path,
      workflow_phase: this.#tally.phase(),
      user_query: this.#query,
      request: this.request,
      alternatives: [],
      selection_rank: null,
      completed: this.completed,
      duration_seconds: spent === null ? null : Math.round(spent / 10) / 100,
      follow_ups: this.#followUps,
      error_type: this.errorType,
    };
  }
}

/** `Task scout: Find the cart bug` asks to find the cart bug; `/review all of it`, all of it. */
function requestIn({ what, skill }: Use, { tool, summary }: Event): string | null {
  const words = tool !== null && summary.startsWith(tool) ? summary.slice(tool.length).trimStart() : summary;
  const name = what === 'mcp' ? '' : skill;
  const isNamed = words.startsWith(name);
  // A skill whose file was read: the summary describes the reading.
  if (what === 'skill' && !isNamed) return null;
  return (isNamed ? words.slice(name.length).replace(/^:?\s*/, '') : words).trim() || null;
}
