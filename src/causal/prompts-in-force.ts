import type { Step } from './step.ts';

/** A prompt longer than this (in characters) is a plan, and stays in force after short words. */
const planLength = 600;
/** Further than this into a prompt nobody looks for the name of a command. */
const longest = 20_000;

/** What the agent was told to do: the last prompt, and the last long one. */
export class PromptsInForce {
  #current: Prompt | undefined;
  #plan: Prompt | undefined;

  tell(step: Step, text: string): void {
    this.#current = { step, text: text.slice(0, longest).toLowerCase() };
    if (text.length > planLength) this.#plan = this.#current;
  }

  get current(): Step | undefined {
    return this.#current?.step;
  }

  get plan(): Step | undefined {
    return this.#plan?.step;
  }

  /** Its beginning, in small letters; empty for a prompt that is no longer in force. */
  textOf(step: Step): string {
    return [this.#current, this.#plan].find((prompt) => prompt?.step === step)?.text ?? '';
  }
}

interface Prompt {
  readonly step: Step;
  readonly text: string;
}
