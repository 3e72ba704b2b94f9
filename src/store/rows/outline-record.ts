import type { EventId, Key } from '../../model/ids.ts';
import { resolvedAt } from './chain-record.ts';
import {
  actCodes,
  basisCodes,
  chainBasisCodes,
  chainStateCodes,
  edgeTypeCodes,
  errorKindCodes,
  kindCodes,
  originCodes,
} from './codes.ts';
import type { OutlineChain, OutlineEdge, OutlineStep } from '../contract/outline-rows.ts';

/** Of `event e`, in the order in which `toOutlineStep` takes them. */
export const outlineColumns = 'e.seq, e.id, e.at, e.kind, e.type, e.act, e.tool, e.origin, e.failed, e.duration_ms';

type StepRecord = readonly [
  seq: number,
  id: Key,
  at: number | null,
  kind: number,
  type: string | null,
  act: number | null,
  tool: string | null,
  origin: number | null,
  failed: number,
  duration: number | null,
];

export function toOutlineStep(values: readonly unknown[]): OutlineStep {
  const [seq, event, at, kind, type, act, tool, origin, failed, durationMs] = values as StepRecord;
  return {
    seq,
    event,
    at,
    kind: kindCodes.decode(kind)!,
    type,
    act: actCodes.decode(act),
    tool,
    origin: originCodes.decode(origin),
    failed: failed === 1,
    durationMs,
  };
}

/** Of `edge g`, in the order in which `toOutlineEdge` takes them. */
export const outlineEdgeColumns = 'g.effect, g.cause, g.cause_tree, g.basis, g.types, g.confidence, g.rank';

type EdgeRecord = readonly [
  effect: number,
  cause: number,
  causeTree: Key,
  basis: number,
  types: number,
  confidence: number,
  rank: number | null,
];

export function toOutlineEdge(values: readonly unknown[], tree: Key): OutlineEdge {
  const [effect, cause, causeTree, basis, types, confidence, rank] = values as EdgeRecord;
  return {
    effect,
    cause: cause > 0 ? cause : null,
    far: cause > 0 ? null : { tree: causeTree === 0 ? tree : causeTree, event: -cause },
    type: edgeTypeCodes.decode(types % 16)!,
    basis: basisCodes.decode(basis)!,
    confidence,
    ...(rank !== null && { rank }),
  };
}

/** Of `chain c` and its `failure f`, in the order in which `toOutlineChains` takes them. */
export const outlineChainColumns = `c.tree, c.chain, c.kind, c.state, c.type, f.text, c.at, ${resolvedAt}, c.culprit, c.verified_by`;

type ChainRecord = readonly [
  tree: Key,
  chain: Key,
  kind: number,
  state: number,
  type: string,
  fingerprint: string,
  at: number | null,
  resolvedAt: number | null,
  culprit: string,
  verifiedBy: string,
];

/** Of `attempt a`; each belongs to one of the chains, and they come in order. */
export const outlineAttemptColumns = 'a.chain, a.id, a.successful';

type AttemptRecord = readonly [chain: Key, id: Key, successful: number | null];

export const minedBasis = chainBasisCodes.encode('mined')!;

export function toOutlineChains(
  chains: readonly (readonly unknown[])[],
  attempts: readonly (readonly unknown[])[],
): readonly OutlineChain[] {
  const tried = new Map<Key, OutlineChain['attempts'][number][]>();
  for (const [chain, event, successful] of attempts as readonly AttemptRecord[]) {
    const others = tried.get(chain);
    const attempt = { event, successful: successful === null ? null : successful === 1 };
    if (others === undefined) tried.set(chain, [attempt]);
    else others.push(attempt);
  }
  return (chains as readonly ChainRecord[]).map(
    ([tree, chain, kind, state, type, fingerprint, at, resolvedAt, culprit, verifiedBy]) => ({
      tree,
      chain,
      kind: errorKindCodes.decode(kind)!,
      state: chainStateCodes.decode(state)!,
      type,
      fingerprint,
      at,
      resolvedAt,
      culprit: culprit === '' ? none : (culprit.split(' ') as EventId[]),
      verifiedBy: verifiedBy === '' ? null : (verifiedBy as EventId),
      attempts: tried.get(chain) ?? none,
    }),
  );
}

const none: readonly never[] = [];
