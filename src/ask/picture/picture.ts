import type { Edge } from '../../model/edge.ts';
import type { EventId } from '../../model/ids.ts';
import type { Act, Origin } from '../../model/words.ts';

/**
 * What is drawn: steps in the order of time, and what caused what among them. Every format is made from this alone.
 * Texts are one line each and hold nothing unseen (see text.ts).
 */
export interface Picture {
  readonly title: string;
  readonly session: string;
  readonly steps: readonly PictureStep[];
  readonly edges: readonly PictureEdge[];
  /** Which step the picture explains; null when it is of a whole session. */
  readonly target: number | null;
  /** What is not drawn, and why; one sentence each. */
  readonly notes: readonly string[];
}

export interface PictureStep {
  readonly id: EventId;
  readonly native_id: string | null;
  readonly session: string;
  /**
   * What people call it by: its place among the steps of its session, or in the picture; a letter for a step of
   * another session.
   */
  readonly number: string;
  readonly form: Form;
  readonly act: Act | null;
  readonly tool: string | null;
  readonly origin: Origin | null;
  /** One line, with the paths of its session made short. */
  readonly text: string;
  readonly at: string | null;
  readonly took: number | null;
  readonly failed: boolean;
  /** Causes of it that are known, but not drawn for want of room. */
  readonly causesLeftOut: number;
  /** It is in another session than the picture is of. */
  readonly isElsewhere: boolean;
}

/** By position in `steps`. */
export interface PictureEdge extends Pick<Edge, 'types' | 'basis' | 'confidence' | 'evidence'> {
  readonly cause: number;
  readonly effect: number;
}

/** The kind of a step in a picture: each has its own shape in every format. */
export const forms = ['prompt', 'look', 'edit', 'check', 'agent', 'run'] as const;
export type Form = (typeof forms)[number];

export const shapeLegend: Readonly<Record<Form, string>> = {
  prompt: 'prompt',
  look: 'look (read, search, web)',
  edit: 'edit',
  check: 'check (test, build, lint)',
  agent: 'sub-agent',
  run: 'anything else',
};

export function formOf(act: Act | null, isPrompt: boolean): Form {
  if (isPrompt) return 'prompt';
  switch (act) {
    case 'read':
    case 'search':
    case 'web':
      return 'look';
    case 'edit':
    case 'check':
    case 'agent':
      return act;
    case 'vcs':
    case 'shell':
    case 'plan':
    case 'other':
    case null:
      return 'run';
  }
}

/** The basis of an edge as its line shows it: solid, dashes and dots, dashed or dotted. */
export const trusts = ['recorded', 'judged', 'inferred', 'guess'] as const;
export type Trust = (typeof trusts)[number];

export const lineLegend: Readonly<Record<Trust, string>> = {
  recorded: 'recorded by the agent',
  judged: 'judged by a model',
  inferred: 'inferred',
  guess: 'a guess, below 50%',
};

export function trustOf({ basis, confidence }: Pick<PictureEdge, 'basis' | 'confidence'>): Trust {
  if (basis !== 'inferred') return basis;
  return confidence < 0.5 ? 'guess' : 'inferred';
}

/** `spawned` when recorded, `informed 82%` when inferred, `perhaps informed 31%` when it is a guess. */
export function edgeDescription(edge: Pick<PictureEdge, 'types' | 'basis' | 'confidence'>): string {
  const types = edge.types.join('+');
  const percent = `${Math.round(edge.confidence * 100)}%`;
  switch (trustOf(edge)) {
    case 'recorded':
      return types;
    case 'judged':
      return `${types} (judged)`;
    case 'inferred':
      return `${types} ${percent}`;
    case 'guess':
      return `perhaps ${types} ${percent}`;
  }
}

/** What a step is called: who spoke, or what a call did. */
export function headOf({ form, act, tool, origin }: Pick<PictureStep, 'form' | 'act' | 'tool' | 'origin'>): string {
  if (form === 'prompt') return origin === null || origin === 'human' ? 'prompt' : `prompt (${origin})`;
  return act === null || act === 'other' ? (tool ?? 'call') : act;
}
