import type { Hunk } from './answer.ts';

/**
 * The lines of a file as far as they are known: from what was read of it and written to it. Line numbers follow from
 * them. What is not known stays unknown.
 */
export class KnownLines {
  #lines: (string | undefined)[] = [];
  #isWhole = false;

  /** All lines; undefined unless each is known. */
  whole(): readonly string[] | undefined {
    return this.#isWhole ? (this.#lines as readonly string[]) : undefined;
  }

  /** Lines with their numbers, as a tool showed them. */
  saw(numbered: ReadonlyMap<number, string>): void {
    if (this.#isWhole) return;
    for (const [number, line] of numbered) if (number >= 1 && number <= mostLines) this.#lines[number - 1] = line;
  }

  wrote(lines: readonly string[]): void {
    this.forget();
    if (lines.length > mostLines) return;
    this.#lines = [...lines];
    this.#isWhole = true;
  }

  /** Something changed it, and nobody knows where. */
  forget(): void {
    this.#lines = [];
    this.#isWhole = false;
  }

  /**
   * Replaces a text; returns the number of its first line. Undefined when the text is not among the known lines, or
   * more than once: then nothing is known any more.
   */
  replaced(old: readonly string[], text: readonly string[]): number | undefined {
    const place = this.#placeOf(old);
    if (place === undefined) {
      this.forget();
      return undefined;
    }
    const [first, last] = [this.#lines[place]!, this.#lines[place + old.length - 1]!];
    // A text that is replaced may begin and end within a line.
    const head =
      old.length === 1 ? first.slice(0, first.indexOf(old[0]!)) : first.slice(0, first.length - old[0]!.length);
    const tail = old.length === 1 ? first.slice(head.length + old[0]!.length) : last.slice(old.at(-1)!.length);
    const now = text.length === 0 ? (head + tail === '' ? [] : [head + tail]) : [...text];
    if (text.length > 0) {
      now[0] = head + now[0]!;
      now[now.length - 1] += tail;
    }
    this.#lines.splice(place, old.length, ...now);
    return place + 1;
  }

  /** Applies a change that the agent recorded with its line numbers. */
  patched(hunks: readonly Hunk[]): void {
    if (hunks.some(({ old_start }) => old_start === null)) return this.forget();
    for (const { old_start, lines } of hunks.toReversed()) {
      const removed = lines.filter((line) => !line.startsWith('+')).length;
      const added = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
      if (old_start! - 1 > this.#lines.length) this.#lines.length = Math.min(old_start! - 1, mostLines);
      this.#lines.splice(Math.max(0, old_start! - 1), removed, ...added);
    }
    if (this.#isWhole && this.#lines.includes(undefined)) this.#isWhole = false;
  }

  #placeOf(old: readonly string[]): number | undefined {
    if (old.length === 0) return undefined;
    let found: number | undefined;
    for (let at = 0; at + old.length <= this.#lines.length; at += 1) {
      if (!this.#isAt(at, old)) continue;
      if (found !== undefined) return undefined;
      found = at;
    }
    return found;
  }

  #isAt(at: number, old: readonly string[]): boolean {
    const last = old.length - 1;
    return old.every((line, index) => {
      const known = this.#lines[at + index];
      if (known === undefined) return false;
      if (last === 0) return known.includes(line);
      return index === 0 ? known.endsWith(line) : index === last ? known.startsWith(line) : known === line;
    });
  }
}

/** Longer files are not followed. */
const mostLines = 50_000;

/** The lines that a tool showed with their numbers: `12→text`, `12\ttext`, `00012| text`. */
export function numberedLines(output: string): ReadonlyMap<number, string> {
  const lines = new Map<number, string>();
  let before = 0;
  for (const line of output.split('\n')) {
    const [, number, text] = numbered.exec(line) ?? [];
    if (number === undefined || (before > 0 && Number(number) !== before + 1)) continue;
    before = Number(number);
    lines.set(before, text!.endsWith('\r') ? text!.slice(0, -1) : text!);
  }
  // One number at the start of a line may be anything.
  return lines.size > 1 ? lines : new Map();
}

const numbered = /^\s{0,8}(\d{1,6})(?:→|\t|\| ?)(.*)$/;
