import type { Truth } from './truth.ts';

export interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Null where nothing was to be named. */
  readonly commands: number | null;
  readonly ask: number | null;
  readonly open: number | null;
}

/** How much of what the rest of the session went back to a pack names, and how little else. */
export function scoreOf(text: string, { files, known, commands, ask, open }: Truth): Score {
  const named = [...known].filter((file) => text.includes(file));
  const flatText = flat(text);
  return {
    ...overlap(named, files),
    commands: commands.size === 0 ? null : share([...commands], (command) => text.includes(command)),
    ask: ask === undefined ? null : Number(flatText.includes(flat(ask).slice(0, 40))),
    open:
      open.length === 0
        ? null
        : share(open, (lines) => lines.some((line) => flatText.includes(flat(line).slice(0, 20)))),
  };
}

export function overlap(
  named: readonly string[],
  wanted: ReadonlySet<string>,
): Pick<Score, 'precision' | 'recall' | 'f1'> {
  const right = named.filter((file) => wanted.has(file)).length;
  const precision = right / Math.max(1, named.length);
  const recall = right / wanted.size;
  return { precision, recall, f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

export function mean(scores: readonly Score[], of: keyof Score): number | null {
  const values = scores.map((score) => score[of]).filter((value) => value !== null);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
}

function share<Item>(items: readonly Item[], isFound: (item: Item) => boolean): number {
  return items.filter(isFound).length / items.length;
}

function flat(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase();
}
