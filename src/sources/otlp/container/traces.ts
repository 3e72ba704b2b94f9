import { sessionUid } from '../../../model/ids.ts';
import type { SessionUid } from '../../../model/ids.ts';
import { callKey } from '../records/calls.ts';
import type { Kind } from '../../agent/telemetry/kinds.ts';
import type { SpanLink, Telemetry } from '../../agent/telemetry/telemetry.ts';

/** What is kept of a span: ids, and what it is about. */
export interface Node {
  readonly parent: string | undefined;
  readonly kind: Kind;
  readonly session: SessionUid | undefined;
  /** Of an agent's span: which agent. */
  readonly agent: string | undefined;
  /** Of a call's span: its id. */
  readonly call: string | undefined;
  readonly failed: boolean;
  readonly isKnown: boolean;
}

/**
 * The session of a record. Everything else is written on its line, so that the reader need not know the other spans.
 */
export interface Home {
  readonly session: SessionUid;
  /** Span of the sub-agent it is about. */
  readonly subagent?: string;
  /** Of a sub-agent's span: its caller, and the call. `by` is undefined when the span itself is the call. */
  readonly caller?: { readonly subagent?: string; readonly by?: string };
  /** Key of the call it happened in. */
  readonly under?: string;
  /** Keys of the calls it names by span links. */
  readonly linked?: readonly string[];
  /** A request to the model below it has the same content. */
  readonly covered?: true;
  /** Something below it failed, and is emitted. */
  readonly failedBelow?: true;
  readonly nested?: true;
}

interface Trace {
  readonly nodes: Map<string, Node>;
  /** Spans with a request to the model below them, or a failure. */
  readonly covered: Set<string>;
  readonly failedBelow: Set<string>;
  /** Spans with an agent's below them. */
  readonly withAgents: Set<string>;
  session: SessionUid | undefined;
}

/** Longer chains of spans are a loop. */
const deepest = 1_000;

/** All traces of a file: spans come in the order they end, and only their parents know the session. */
export class Traces {
  readonly #traces = new Map<string, Trace>();

  add(id: string, span: string, node: Node): void {
    const trace = this.#trace(id);
    trace.nodes.set(span, node);
    trace.session ??= node.session;
  }

  /** A log record that was written in a trace knows the session. */
  named(id: string, session: SessionUid): void {
    this.#trace(id).session ??= session;
  }

  /** Called when all spans are there. */
  settle(): void {
    for (const [id, trace] of this.#traces) {
      for (const { kind, failed, parent } of trace.nodes.values()) {
        if (kind === 'chat') mark(trace, parent, trace.covered);
        if (kind === 'agent') mark(trace, parent, trace.withAgents);
        if (failed && (kind === 'chat' || kind === 'call')) mark(trace, parent, trace.failedBelow);
      }
      if ([...trace.nodes.values()].some(({ kind, isKnown }) => kind !== 'other' && !isKnown))
        trace.session ??= sessionUid('otel', id);
    }
  }

  #trace(id: string): Trace {
    let trace = this.#traces.get(id);
    if (!trace)
      this.#traces.set(
        id,
        (trace = {
          nodes: new Map(),
          covered: new Set(),
          failedBelow: new Set(),
          withAgents: new Set(),
          session: undefined,
        }),
      );
    return trace;
  }

  /** A record's session: the topmost id above it, else that of its trace, else the trace itself. */
  homeOf(record: Telemetry, own: SessionUid | undefined): Home | undefined {
    const { trace: id, span, signal } = record;
    const trace = id === undefined ? undefined : this.#traces.get(id);
    const chain = trace && span !== undefined ? chainFrom(trace, span) : [];
    const session = chain.findLast(([, node]) => node.session !== undefined)?.[1].session ?? trace?.session ?? own;
    if (session === undefined) return undefined;
    const agents = agentsIn(chain);
    const [agent] = agents;
    const isOwn = signal === 'span' && agent !== undefined && agent.span === span;
    const under = this.#under(chain, signal, agent?.at);
    const linked = (record.links ?? []).flatMap((link) => this.#callNamed(link, session));
    return {
      session,
      ...(agent && { subagent: agent.span }),
      ...(isOwn && {
        caller: { ...(agents[1] && { subagent: agents[1].span }), ...(agent.by !== undefined && { by: agent.by }) },
      }),
      ...(under !== undefined && { under }),
      ...(linked.length > 0 && { linked }),
      ...(signal === 'span' && span !== undefined && trace && isCovered(trace, span) && { covered: true as const }),
      ...(signal === 'span' && span !== undefined && trace?.failedBelow.has(span) && { failedBelow: true as const }),
    };
  }

  /** Of a known agent's record: it is a call inside a call. */
  isNested({ trace: id, span, signal }: Telemetry): boolean {
    const trace = id === undefined ? undefined : this.#traces.get(id);
    if (!trace || span === undefined) return false;
    const [self, ...above] = chainFrom(trace, span);
    const own = signal === 'span' ? self?.[1].call : undefined;
    return above.some(([, node]) => node.kind === 'call' && node.call !== own);
  }

  /** The call that a span link names, if it is one of the same session. */
  #callNamed({ trace: id, span }: SpanLink, session: SessionUid): readonly string[] {
    const trace = this.#traces.get(id);
    const node = trace?.nodes.get(span);
    if (trace === undefined || node?.kind !== 'call') return [];
    const home = chainFrom(trace, span).findLast(([, above]) => above.session !== undefined)?.[1].session;
    return (home ?? trace.session) === session ? [callKey(node.call, span)] : [];
  }

  /** The nearest call above, of the same agent. */
  #under(chain: Chain, signal: Telemetry['signal'], within: number | undefined): string | undefined {
    const own = signal === 'span' ? chain[0]?.[1].call : undefined;
    const at = chain.findIndex(
      ([, { kind, call }], index) =>
        kind === 'call' && (signal === 'log' || index > 0) && (own === undefined || call !== own),
    );
    if (at < 0 || (within !== undefined && at > within)) return undefined;
    const [span, { call }] = chain[at]!;
    return callKey(call, span);
  }
}

type Chain = readonly (readonly [span: string, node: Node])[];

function chainFrom({ nodes }: Trace, span: string): Chain {
  const chain: [string, Node][] = [];
  for (let at: string | undefined = span; at !== undefined && chain.length < deepest;) {
    const node = nodes.get(at);
    if (!node) break;
    chain.push([at, node]);
    at = node.parent;
  }
  return chain;
}

/** An agent inside an agent is another one; inside a chain it is the chain's subject. */
function isCovered({ nodes, covered, withAgents }: Trace, span: string): boolean {
  return covered.has(span) || (nodes.get(span)?.kind === 'chain' && withAgents.has(span));
}

function mark({ nodes }: Trace, from: string | undefined, marked: Set<string>): void {
  for (let at = from; at !== undefined && nodes.has(at) && !marked.has(at); at = nodes.get(at)!.parent) marked.add(at);
}

/**
 * The sub-agents a span is in, the innermost first: agents called by a call, or by another agent. An agent's span
 * inside one of the same agent is the same agent, as is the outermost.
 */
function agentsIn(
  chain: Chain,
): readonly { readonly span: string; readonly at: number; readonly by: string | undefined }[] {
  const found: { span: string; at: number; by: string | undefined }[] = [];
  const agents = chain.flatMap(([span, { kind, agent }], at) => (kind === 'agent' ? [{ span, agent, at }] : []));
  for (const [index, inner] of agents.entries()) {
    const outer = agents[index + 1];
    if (!outer) break;
    const call = chain.slice(inner.at + 1, outer.at).find(([, { kind }]) => kind === 'call');
    if (!call && inner.agent === outer.agent) continue;
    found.push({ span: inner.span, at: inner.at, by: call && callKey(call[1].call, call[0]) });
  }
  return found;
}
