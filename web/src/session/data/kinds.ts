import { edgeTypes, type Act, type Basis, type EdgeType } from '../../../../src/types.ts';

/** The kinds of steps that are drawn differently: each has its own shape and colour. */
export const kinds = ['prompt', 'note', 'read', 'edit', 'check', 'shell', 'agent', 'other'] as const;
export type StepKind = (typeof kinds)[number];

/** What the numbers in the column `basis` of edges mean. */
export const bases: readonly Basis[] = ['inferred', 'recorded', 'judged'];

export const promptKind = 0;
/** A prompt that no person typed: a skill, a notification, the harness. */
export const noteKind = 1;
export const readKind = 2;
export const editKind = 3;
export const checkKind = 4;
export const shellKind = 5;
export const agentKind = 6;
const otherKind = 7;

const kindOfAct: Readonly<Record<string, number>> = {
  read: readKind,
  search: readKind,
  web: readKind,
  edit: editKind,
  check: checkKind,
  vcs: shellKind,
  shell: shellKind,
  agent: agentKind,
  plan: otherKind,
  other: otherKind,
} satisfies Record<Act, number>;

/** See `StepColumns.kind`. Newer servers may know kinds and acts that this page does not. */
export function kindOfStep(kind: number, act: string | undefined): number {
  if (kind === 0) return promptKind;
  if (kind === 1) return noteKind;
  return kind === 2 ? (kindOfAct[act ?? 'other'] ?? otherKind) : otherKind;
}

export function isPrompt(kind: number): boolean {
  return kind === promptKind || kind === noteKind;
}

export const types: readonly EdgeType[] = edgeTypes;
