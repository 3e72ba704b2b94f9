import { listed } from '../evidence.ts';
import type { Past } from '../history/past.ts';
import type { PromptsInForce } from '../history/prompts-in-force.ts';
import type { Rule } from '../rule.ts';
import { isBefore, wordAt, type Step, type Target } from '../history/step.ts';

/** A shorter prompt (in characters) means go on, yes, commit. */
const short = 60;

/** A prompt causes the calls that its words shape, and the first of each kind that follow it. */
export function promptsRule(prompts: PromptsInForce): Rule {
  return (target, past, propose) => {
    const { current, plan } = prompts;
    if (current && isBefore(current, target)) {
      const { share, places } = overlap(target, current);
      propose(current, 'promptShare', share, () =>
        places.length > 0
          ? `says ${listed(
              places,
              (place) => target.weights[place]!,
              (place) => wordAt(target, place),
            )}`
          : 'the prompt of its turn',
      );
      if (isFirstStep(target, current, past))
        propose(current, 'promptFirstStep', 1, () => 'it is the first step after this prompt');
      if (isFirstOfGroup(target, current, past))
        propose(current, 'promptFirstOfGroup', 1, () => 'it is the first such step after this prompt');
      if (current.size < short) propose(current, 'promptShort', 1);
      propose(current, 'isPrompt', 1, () => 'the prompt of its turn');
    }
    if (plan && plan !== current && isBefore(plan, target)) {
      propose(plan, 'isPrompt', 1, () => 'the plan in force');
    }
    const all = commandWords(target);
    if (all.length === 0) return;
    for (const prompt of current === plan ? [current] : [current, plan]) {
      if (!prompt || !isBefore(prompt, target)) continue;
      const mentioned = all.filter((word) => prompts.mentions(prompt, word));
      propose(
        prompt,
        'promptCommand',
        mentioned.length / all.length,
        () =>
          `says ${mentioned
            .slice(0, 3)
            .map((word) => `"${word}"`)
            .join(', ')}`,
      );
    }
  };
}

/** The words of its command lines that a prompt may mention. */
function commandWords({ command }: Target): readonly string[] {
  return command.size === 0 ? [] : [...command].filter((word) => /^[A-Za-z][\w:-]{2,}$/.test(word));
}

/** How much of the call's words the prompt contains. */
function overlap(target: Target, prompt: Step): Overlap {
  const places: number[] = [];
  let weight = 0;
  let mass = 0;
  for (const at of target.places) {
    const worth = target.weights[at]!;
    mass += worth;
    if (!prompt.words.has(target.wordsInText.hash[at]!)) continue;
    weight += worth;
    if (worth > 1) places.push(at);
  }
  return { share: mass === 0 ? 0 : weight / mass, places };
}

interface Overlap {
  readonly share: number;
  /** Of the informative words. */
  readonly places: readonly number[];
}

function isFirstStep(target: Target, prompt: Step, past: Past): boolean {
  let first = true;
  past.back(target, target.index - prompt.index - 1, (step) => {
    if (!step.isPrompt && isBefore(step, target)) first = false;
    return !first;
  });
  return first;
}

function isFirstOfGroup(target: Target, prompt: Step, past: Past): boolean {
  let first = true;
  past.back(target, target.index - prompt.index - 1, (step) => {
    if (isBefore(step, target) && step.group === target.group) first = false;
    return !first;
  });
  return first;
}
