import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Relation } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { withCauses } from '../graph/graph.ts';
import { toStep } from '../walk/step.ts';
import type { Cause, Step } from '../walk/step.ts';
import { nestByCause } from './nest-by-cause.ts';

export interface TreeAnswer {
  /** What the session came from, where it is known. */
  readonly parent: Session['parent'];
  /** What steps are shown below: the prompt of their turn, or their cause. */
  readonly by: 'turn' | 'cause';
  readonly tree: TreeSession;
  /** Steps shown, over all sessions. */
  readonly steps: number;
  readonly truncated: boolean;
}

export interface TreeSession {
  readonly session: Session;
  readonly relation: Relation | null;
  /** In the order they happened; `under` makes a tree of them. */
  readonly steps: readonly TreeStep[];
  /** Child sessions that belong to none of the steps shown. */
  readonly sessions: readonly TreeSession[];
  readonly truncated: boolean;
}

export interface TreeStep extends Step {
  /** The prompt of its turn; null for a prompt. */
  readonly turn: EventId | null;
  /** The step of the same session it is shown below; null at the top. */
  readonly under: EventId | null;
  /** By cause only: its causes, recorded ones first. The first that is shown is `under`. */
  readonly causes?: readonly Cause[];
  /** Sub-agents it started, forks and resumes that left from it. */
  readonly sessions: readonly TreeSession[];
}

export interface TreeOptions {
  readonly limit?: number;
  /** Nest each step below its cause, not below the prompt of its turn. */
  readonly causal?: boolean;
  /** By cause: leave out causes with less confidence than this. */
  readonly minConfidence?: number;
}

/**
 * A session's steps with its sub-agents under the calls that started them; forks and resumes as themselves, unopened.
 */
export async function tree(
  read: StoreReader,
  session: Session,
  { limit = 200, causal = false, minConfidence = 0.5 }: TreeOptions = {},
): Promise<TreeAnswer> {
  const growing: Growing = {
    read,
    left: limit,
    nest: causal ? (steps) => byCause(read, steps, minConfidence) : byTurn,
  };
  const root = await grow(growing, session, null, 0);
  return {
    parent: session.parent,
    by: causal ? 'cause' : 'turn',
    tree: root,
    steps: limit - growing.left,
    truncated: isCut(root),
  };
}

const deepest = 12;
const children = 200;

interface Growing {
  readonly read: StoreReader;
  readonly nest: (steps: readonly Event[]) => Promise<readonly Nested[]>;
  /** How many more steps may be shown. */
  left: number;
}

type Nested = Omit<TreeStep, 'sessions'>;

async function grow(
  growing: Growing,
  session: Session,
  relation: Relation | null,
  depth: number,
): Promise<TreeSession> {
  const opened = relation === null || relation === 'subagent';
  if (!opened || depth > deepest) return { session, relation, steps: [], sessions: [], truncated: opened };

  const { read } = growing;
  const born = await read.children(session.uid, children + 1);
  const hanging = born.slice(0, children);
  const found = growing.left > 0 ? await read.steps(session.uid, { after: 0, limit: growing.left }) : [];
  growing.left -= found.length;
  const shown = new Set(found.map(({ id }) => id));
  const below = async (child: Session) => grow(growing, child, child.parent!.relation, depth + 1);

  const steps: TreeStep[] = [];
  for (const step of await growing.nest(found)) {
    const sessions: TreeSession[] = [];
    for (const child of hanging) if (child.parent?.step === step.id) sessions.push(await below(child));
    steps.push({ ...step, sessions });
  }
  const sessions: TreeSession[] = [];
  for (const child of hanging) {
    if (child.parent?.step && shown.has(child.parent.step)) continue;
    sessions.push(await below(child));
  }
  return { session, relation, steps, sessions, truncated: found.length < session.steps || born.length > children };
}

async function byTurn(steps: readonly Event[]): Promise<readonly Nested[]> {
  const shown = new Set(steps.map(({ id }) => id));
  return steps.map((step) => {
    const turn = turnOf(step);
    return { ...toStep(step), turn, under: turn !== null && shown.has(turn) ? turn : null };
  });
}

async function byCause(read: StoreReader, steps: readonly Event[], minConfidence: number): Promise<readonly Nested[]> {
  const nested = (await withCauses(read, steps)).map(({ causes, ...step }) => ({
    ...step,
    causes: causes
      .filter(({ confidence }) => confidence >= minConfidence)
      .toSorted((a, b) => Number(b.basis === 'recorded') - Number(a.basis === 'recorded')),
  }));
  const under = nestByCause(nested);
  return nested.map((step, at) => ({ ...step, turn: turnOf(steps[at]!), under: under.get(step.id) ?? null }));
}

function turnOf({ id, turn }: Event): EventId | null {
  return turn === id ? null : turn;
}

function isCut({ truncated, steps, sessions }: TreeSession): boolean {
  return truncated || sessions.some(isCut) || steps.some((step) => step.sessions.some(isCut));
}
