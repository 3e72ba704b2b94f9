import type { Step } from './step.ts';

/** A prompt longer than this (in characters) is a plan, and stays in force after short prompts. */
const planLength = 600;
/** Names of commands are not looked for further into a prompt. */
const longest = 20_000;

/** The prompts the agent works on: the last one, and the last long one. */
export class PromptsInForce {
  #current: Prompt | undefined;
  #plan: Prompt | undefined;

  /** `saved`: what `state` gave. */
  constructor(saved?: PromptsState) {
    const { current, plan } = saved ?? {};
    this.#current = current && new Prompt(current.step, current.text);
    this.#plan = plan && new Prompt(plan.step, plan.text);
  }

  state(): PromptsState {
    return { current: this.#current?.state(), plan: this.#plan?.state() };
  }

  add(step: Step, text: string): void {
    this.#current = new Prompt(step, text.slice(0, longest).toLowerCase());
    if (text.length > planLength) this.#plan = this.#current;
  }

  get current(): Step | undefined {
    return this.#current?.step;
  }

  get plan(): Step | undefined {
    return this.#plan?.step;
  }

  /** Whether the prompt contains the word, ignoring case; never when it is no longer in force. */
  mentions(step: Step, word: string): boolean {
    const prompt = step === this.#current?.step ? this.#current : step === this.#plan?.step ? this.#plan : undefined;
    return prompt?.mentions(word) ?? false;
  }
}

export interface PromptsState {
  readonly current: PromptState | undefined;
  readonly plan: PromptState | undefined;
}

interface PromptState {
  readonly step: Step;
  readonly text: string;
}

/** The same few words are looked up again and again: the names of programs and of files. */
const maxAnswers = 2_000;

class Prompt {
  readonly step: Step;
  readonly #text: string;
  readonly #answers = new Map<string, boolean>();

  constructor(step: Step, text: string) {
    this.step = step;
    this.#text = text;
  }

  state(): PromptState {
    return { step: this.step, text: this.#text };
  }

  mentions(word: string): boolean {
    let answer = this.#answers.get(word);
    if (answer === undefined) {
      answer = this.#text.includes(word.toLowerCase());
      if (this.#answers.size < maxAnswers) this.#answers.set(word, answer);
    }
    return answer;
  }
}
