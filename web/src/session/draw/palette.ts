import type { EdgeType } from '../../../../src/types.ts';
import { kinds, types, type StepKind } from '../data/kinds.ts';
import type { Theme } from '../../shell/theme.ts';

const inks = [
  'paper',
  'surface',
  'raised',
  'line',
  'line2',
  'thread',
  'ink',
  'ink2',
  'ink3',
  'lapis',
  'verdigris',
  'rubric',
  'ochre',
  'murex',
] as const;
type Ink = (typeof inks)[number];

/** The colours of a theme, for canvas drawings. */
export interface Palette extends Readonly<Record<Ink, string>> {
  /** Indexed like `types` and `kinds`. */
  readonly ofType: readonly string[];
  readonly ofKind: readonly string[];
}

export const inkOfType: Readonly<Record<EdgeType, Ink>> = {
  asked: 'murex',
  informed: 'lapis',
  reacted: 'rubric',
  retried: 'ochre',
  verifies: 'verdigris',
  spawned: 'ink2',
  returned: 'ink2',
  continued: 'ink2',
  caused: 'ink2',
};

export const inkOfKind: Readonly<Record<StepKind, Ink>> = {
  prompt: 'murex',
  note: 'murex',
  read: 'ink3',
  edit: 'lapis',
  check: 'verdigris',
  shell: 'ink2',
  agent: 'ochre',
  other: 'ink3',
};

const cache = new Map<Theme, Palette>();

export function paletteOf(theme: Theme): Palette {
  const cached = cache.get(theme);
  if (cached) return cached;
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(inks.map((ink) => [ink, style.getPropertyValue(`--${ink}`).trim()])) as Record<
    Ink,
    string
  >;
  const palette = {
    ...colours,
    ofType: types.map((type) => colours[inkOfType[type]]),
    ofKind: kinds.map((kind) => colours[inkOfKind[kind]]),
  };
  cache.set(theme, palette);
  return palette;
}
