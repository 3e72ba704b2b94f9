import type { Event } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import type { Session } from '../../model/session.ts';
import type { Relation } from '../../model/words.ts';
import type { StoreReader } from '../../store/store.ts';
import { toStep } from '../walk/step.ts';
import type { Step } from '../walk/step.ts';

export interface TreeAnswer {
  /** What the session came from, where it is known. */
  readonly parent: Session['parent'];
  readonly tree: TreeSession;
  /** Steps shown, over all sessions. */
  readonly steps: number;
  readonly truncated: boolean;
}

export interface TreeSession {
  readonly session: Session;
  readonly relation: Relation | null;
  readonly steps: readonly TreeStep[];
  /** Child sessions that belong to none of the steps shown. */
  readonly sessions: readonly TreeSession[];
  readonly truncated: boolean;
}

export interface TreeStep extends Step {
  /** The prompt of its turn; null for a prompt. */
  readonly turn: EventId | null;
  /** Sub-agents it started, forks and resumes that left from it. */
  readonly sessions: readonly TreeSession[];
}

/**
 * A session's steps with its sub-agents under the calls that started them; forks and resumes as themselves, unopened.
 */
export async function tree(read: StoreReader, session: Session, { limit = 200 } = {}): Promise<TreeAnswer> {
  const budget = { left: limit };
  const root = await grow(read, session, null, budget, 0);
  return { parent: session.parent, tree: root, steps: limit - budget.left, truncated: isCut(root) };
}

const deepest = 12;
const children = 200;

async function grow(
  read: StoreReader,
  session: Session,
  relation: Relation | null,
  budget: { left: number },
  depth: number,
): Promise<TreeSession> {
  const opened = relation === null || relation === 'subagent';
  if (!opened || depth > deepest) return { session, relation, steps: [], sessions: [], truncated: opened };

  const hanging = await read.children(session.uid, children);
  const found = budget.left > 0 ? await read.steps(session.uid, { after: 0, limit: budget.left + 1 }) : [];
  const shown = found.slice(0, budget.left);
  budget.left -= shown.length;
  const at = new Set(shown.map(({ id }) => id));
  const below = async (child: Session) => grow(read, child, child.parent!.relation, budget, depth + 1);

  const steps: TreeStep[] = [];
  for (const step of shown) {
    const sessions: TreeSession[] = [];
    for (const child of hanging) if (child.parent?.step === step.id) sessions.push(await below(child));
    steps.push({ ...toStep(step), turn: turnOf(step), sessions });
  }
  const sessions: TreeSession[] = [];
  for (const child of hanging) {
    if (child.parent?.step && at.has(child.parent.step)) continue;
    sessions.push(await below(child));
  }
  const isEmpty = session.steps === 0;
  return { session, relation, steps, sessions, truncated: !isEmpty && shown.length < session.steps };
}

function turnOf({ id, turn }: Event): EventId | null {
  return turn === id ? null : turn;
}

function isCut({ truncated, steps, sessions }: TreeSession): boolean {
  return truncated || sessions.some(isCut) || steps.some((step) => step.sessions.some(isCut));
}
