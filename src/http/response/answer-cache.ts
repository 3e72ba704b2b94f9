import { createHash } from 'node:crypto';
import { compress, type Encoding } from './compress.ts';

/** An answer ready to be sent. */
export interface Answer {
  /** Identifies the bytes, however they are compressed. */
  readonly hash: string;
  readonly bytes: number;
  /** `next` of a page that is not the last. */
  readonly next: number | string | null;
  as(encoding: Encoding): Promise<Buffer>;
}

interface Kept {
  readonly mark: string;
  readonly until: number;
  readonly answer: Answer & { readonly held: () => number };
}

/**
 * Caches answers until the archive changes, and for a few seconds at most: prices and "how long ago" change by
 * themselves. The same question asked at the same time is answered once. The cache is bounded in bytes.
 */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  readonly #making = new Map<string, Promise<Answer>>();
  readonly #clock: () => number;
  readonly #maxBytes: number;

  constructor(clock: () => number, maxBytes = 8 * 1024 * 1024) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  async answer(key: string, mark: string, make: () => Promise<unknown>): Promise<Answer> {
    const kept = this.#kept.get(key);
    if (kept && kept.mark === mark && kept.until > this.#clock()) {
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.answer;
    }
    const name = `${mark} ${key}`;
    let making = this.#making.get(name);
    if (!making) {
      making = make().then((data) => this.#keep(key, mark, data));
      this.#making.set(name, making);
      making.finally(() => this.#making.delete(name)).catch(() => undefined);
    }
    return await making;
  }

  #keep(key: string, mark: string, data: unknown): Answer {
    const answer = answerOf(data);
    this.#kept.delete(key);
    this.#kept.set(key, { mark, until: this.#clock() + keptMs, answer });
    this.#tidy();
    return answer;
  }

  /** The least recently used go first. What was compressed since is counted the next time. */
  #tidy(): void {
    let held = 0;
    for (const { answer } of this.#kept.values()) held += answer.held();
    for (const [key, { answer }] of this.#kept) {
      if (held <= this.#maxBytes && this.#kept.size <= maxAnswers) return;
      held -= answer.held();
      this.#kept.delete(key);
    }
  }
}

/** Compressed on request, and once. */
export function answerOf(data: unknown): Kept['answer'] {
  const plain = Buffer.from(JSON.stringify(data));
  const bytes = plain.length;
  let held = bytes;
  const sent = new Map<Encoding, Promise<Buffer>>();
  return {
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 27),
    bytes,
    next: nextOf(data),
    held: () => held,
    as(encoding) {
      let ready = sent.get(encoding);
      if (!ready) {
        ready = compress(plain, encoding);
        sent.set(encoding, ready);
        if (encoding !== 'identity')
          void ready.then(
            ({ length }) => (held += length),
            () => undefined,
          );
      }
      return ready;
    },
  };
}

function nextOf(data: unknown): Answer['next'] {
  if (typeof data !== 'object' || data === null || !('next' in data)) return null;
  const { next } = data;
  if (typeof next !== 'number' && typeof next !== 'string') return null;
  // A skeleton has a `next` even when nothing is left.
  return 'truncated' in data && data.truncated === false ? null : next;
}

const keptMs = 30_000;
const maxAnswers = 500;
