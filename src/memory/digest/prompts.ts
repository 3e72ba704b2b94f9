import { hashOf } from './distinct.ts';

/** The different prompts of a person, and which of them report an error. Some agents record a prompt twice. */
export class Prompts {
  readonly #prompts = new Set<number>();
  readonly #errors = new Set<number>();
  /** How many prompts report an error. */
  reports = 0;
  /** The last error reported had been reported before. */
  isSameErrorAgain = false;

  get count(): number {
    return this.#prompts.size;
  }

  /** `error`: the line of the prompt that shows one. */
  add(prompt: string, error: string | undefined): void {
    const text = hashOf(prompt.replace(/^\/\w+ /, ''));
    if (this.#prompts.has(text) || this.#prompts.size === max) return;
    this.#prompts.add(text);
    if (error === undefined) return;
    this.reports++;
    const line = hashOf(error.replace(beforeError, '').replace(/\d+/g, '0'));
    this.isSameErrorAgain = this.#errors.has(line);
    this.#errors.add(line);
  }
}

const max = 10_000;
/** What the person wrote in front of it, or the program and place it came from. */
const beforeError = /^.*?(?=\b(?:error|exception|fatal|panic|traceback)\b)/i;
