import { dispositions, type Disposition } from '../../model/words.ts';

/** Dispositions of consecutive lines, as runs: `m12s1m3r1`. Letters are the first of each disposition. */
export class LineRuns {
  #text = '';
  #last: string | undefined;
  #count = 0;

  constructor(text = '') {
    const match = /^(.*?)([a-z])(\d+)$/.exec(text);
    if (!match) return;
    this.#text = match[1]!;
    this.#last = match[2];
    this.#count = Number(match[3]);
  }

  add(disposition: Disposition): void {
    const letter = disposition[0]!;
    if (letter !== this.#last) {
      this.#flush();
      this.#last = letter;
    }
    this.#count++;
  }

  toString(): string {
    return this.#last === undefined ? this.#text : `${this.#text}${this.#last}${this.#count}`;
  }

  #flush(): void {
    this.#text = this.toString();
    this.#count = 0;
  }
}

/** The runs back as one entry per line. */
export function* readRuns(text: string): Generator<Disposition> {
  for (const [, letter, count] of text.matchAll(/([a-z])(\d+)/g)) {
    const disposition = dispositions.find((word) => word.startsWith(letter!));
    if (disposition) for (let n = Number(count); n > 0; n--) yield disposition;
  }
}
