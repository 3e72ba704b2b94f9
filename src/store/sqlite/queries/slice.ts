import type { Edge } from '../../../model/edge.ts';
import { eventId, type EventId, type EventRef, type Key, type SessionUid } from '../../../model/ids.ts';
import { onePerPair } from '../../queries/edges/one-per-pair.ts';
import type { BriefEvent, Direction, SliceStep } from '../../store.ts';
import { actCodes, basisCodes, kindCodes, originCodes } from '../../rows/codes.ts';
import type { Connection } from '../connect/connection.ts';
import { nativeOf } from '../../rows/event-table.ts';
import { isoTime } from '../../rows/iso-time.ts';
import { evidenceOf, typesOf } from '../../rows/edge-codes.ts';

/** An event and its place: edges are found by the place and shown with the id. */
interface Node {
  readonly tree: Key;
  readonly session: number;
  readonly seq: number;
  readonly key: Key;
  readonly id: EventId;
  readonly values: readonly unknown[];
}

/**
 * Breadth first, a short statement for each step: all are prepared and the pages cached, so this is faster than
 * statements for many at once, and reads nothing that is not in the answer.
 */
export function slice(
  connection: Connection,
  from: readonly EventRef[],
  direction: Direction,
  limit: number,
): readonly SliceStep[] {
  const nodes = new Nodes(connection);
  const edgesOf = direction === 'back' ? causesOf : effectsOf;
  const queue = new Set(from.flatMap((ref) => nodes.byId(ref.tree, ref.event) ?? []));
  const steps: SliceStep[] = [];
  for (const node of queue) {
    if (steps.length === limit) break;
    const edges = onePerPair(edgesOf(connection, nodes, node));
    steps.push({ step: nodes.brief(node), edges });
    for (const { cause, effect } of edges) {
      const next = nodes.known(direction === 'back' ? cause : effect);
      if (next !== undefined) queue.add(next);
    }
  }
  return steps;
}

type EdgeValues = readonly [
  place: number,
  causeTree: Key,
  basis: number,
  types: number,
  confidence: number,
  evidence: string,
  rank: number | null,
];

function causesOf(connection: Connection, nodes: Nodes, node: Node): readonly Edge[] {
  const rows = connection.rows(
    'select cause, cause_tree, basis, types, confidence, evidence, rank from edge where tree = ? and session = ? and effect = ?',
    node.tree,
    node.session,
    node.seq,
  ) as readonly EdgeValues[];
  return rows.map(([place, tree, ...rest]) => {
    const causeTree = tree === 0 ? node.tree : tree;
    const cause = place > 0 ? nodes.at(node.tree, node.session, place) : nodes.byId(causeTree, -place);
    return toEdge(cause?.id ?? eventId({ tree: causeTree, event: -place }), node.id, rest);
  });
}

/** In the same session by place, in others by id. */
function effectsOf(connection: Connection, nodes: Nodes, node: Node): readonly Edge[] {
  const near = connection.rows(
    'select effect, tree, basis, types, confidence, evidence, rank, session from edge indexed by edge_by_cause where tree = ? and session = ? and cause = ? and cause > 0',
    node.tree,
    node.session,
    node.seq,
  );
  const far = connection.rows(
    `select effect, tree, basis, types, confidence, evidence, rank, session from edge where cause = ? and cause < 0
        and case cause_tree when 0 then tree else cause_tree end = ?`,
    -node.key,
    node.tree,
  );
  return ([...near, ...far] as unknown as readonly (readonly [...EdgeValues, session: number])[]).flatMap(
    ([place, tree, basis, types, confidence, evidence, rank, session]) => {
      const effect = nodes.at(tree, session, place);
      return effect === undefined ? [] : [toEdge(node.id, effect.id, [basis, types, confidence, evidence, rank])];
    },
  );
}

function toEdge(
  cause: EventId,
  effect: EventId,
  [basis, types, confidence, evidence, rank]: readonly [number, number, number, string, number | null],
): Edge {
  return {
    cause,
    effect,
    types: typesOf(types),
    basis: basisCodes.decode(basis)!,
    confidence: confidence / 1000,
    evidence: evidenceOf(evidence),
    ...(rank !== null && { rank }),
  };
}

const columns = 'tree, session, seq, id, at, kind, act, origin, failed, type, tool, native, summary, duration_ms, line';

interface Thread {
  readonly tree: Key;
  readonly session: number;
  readonly uid: SessionUid;
  readonly events: Map<number, Node | undefined>;
}

/** The events found so far, each read once. */
class Nodes {
  readonly #connection: Connection;
  readonly #all = new Map<EventId, Node>();
  readonly #threads: Thread[] = [];
  #last: Thread | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  known(id: EventId): Node | undefined {
    return this.#all.get(id);
  }

  byId(tree: Key, id: Key): Node | undefined {
    return (
      this.#all.get(eventId({ tree, event: id })) ??
      this.#keep(this.#connection.rows(`select ${columns} from event where id = ? and +tree = ?`, id, tree)[0])
    );
  }

  at(tree: Key, session: number, seq: number): Node | undefined {
    const { events } = this.#thread(tree, session);
    if (events.has(seq)) return events.get(seq);
    const node = this.#keep(
      this.#connection.rows(
        `select ${columns} from event where tree = ? and session = ? and seq = ?`,
        tree,
        session,
        seq,
      )[0],
    );
    if (node === undefined) events.set(seq, undefined);
    return node;
  }

  brief({ tree, session, seq, id, values }: Node): BriefEvent {
    const [at, kind, act, origin, failed, type, tool, native, summary, durationMs, line] = values.slice(4) as [
      number | null,
      number,
      number | null,
      number | null,
      number,
      string | null,
      string | null,
      string | null,
      string,
      number | null,
      number,
    ];
    return {
      id,
      session: this.#thread(tree, session).uid,
      native_id: nativeOf({ native, line }),
      seq,
      at: at === null ? null : isoTime(at),
      kind: kindCodes.decode(kind)!,
      act: actCodes.decode(act),
      type,
      tool,
      summary,
      failed: failed === 1,
      origin: originCodes.decode(origin),
      duration_ms: durationMs,
    };
  }

  #keep(values: readonly unknown[] | undefined): Node | undefined {
    if (values === undefined) return undefined;
    const [tree, session, seq, key] = values as readonly number[] as [Key, number, number, Key];
    const { events } = this.#thread(tree, session);
    const known = events.get(seq);
    if (known !== undefined) return known;
    const node = { tree, session, seq, key, id: eventId({ tree, event: key }), values };
    events.set(seq, node);
    this.#all.set(node.id, node);
    return node;
  }

  /** Almost always that of the step before. */
  #thread(tree: Key, session: number): Thread {
    if (this.#last?.tree === tree && this.#last.session === session) return this.#last;
    this.#last = this.#threads.find((thread) => thread.tree === tree && thread.session === session);
    if (this.#last === undefined) {
      const { uid } = this.#connection.get<{ uid: SessionUid }>(
        'select uid from session where tree = ? and session = ?',
        tree,
        session,
      )!;
      this.#last = { tree, session, uid, events: new Map() };
      this.#threads.push(this.#last);
    }
    return this.#last;
  }
}
