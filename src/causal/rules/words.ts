import { listed } from '../evidence.ts';
import { StepSums } from '../history/step-sums.ts';
import { marks } from '../history/past.ts';
import { common } from '../text/common.ts';
import { scanText, type Marks } from '../text/read-text.ts';
import type { Rule } from '../rule.ts';
import { isBefore, wordAt, type Step, type Target } from '../history/step.ts';

/** Words with less information are everywhere. */
const minWeight = 0.8;
/** A step that shows a smaller share of the words shows them by chance. */
const minShare = 0.15;

/**
 * A rare word in the arguments was learned where it was last shown: in a result that had it, although its own call did
 * not.
 */
export const words: Rule = (target, past, propose) => {
  const wanted = wantedWords(target);
  if (wanted.size === 0) return;
  const isEdit = target.edits.length > 0;
  const nearest = new Map<Step, { weight: number; places: number[] }>();
  const any = sums.clear();
  let mass = 0;
  for (const [hash, place] of wanted) {
    const weight = target.weights[place]!;
    mass += weight;
    let near: Step | undefined;
    let echo: Step | undefined;
    const { length, steps, marks: how } = past.words.of(hash);
    for (let at = 0; at < length; at++) {
      const step = past.at(steps[at]!);
      if (!step || !isBefore(step, target)) continue;
      if (!isEdit) any.add(step.index, weight);
      else if (near) break;
      if (near) continue;
      // A call's own arguments come back in its result as an echo.
      if (how[at] === marks.introduced || step.isPrompt || !step.words.has(hash)) near = step;
      else echo ??= step;
    }
    const source = near ?? echo;
    if (!source) continue;
    const vote = nearest.get(source) ?? { weight: 0, places: [] };
    nearest.set(source, vote);
    vote.weight += weight;
    vote.places.push(place);
  }
  for (const [step, { weight, places }] of nearest) {
    const evidence = (): string => `${step.isPrompt ? 'says' : 'shows'} ${named(places)}`;
    if (isEdit) {
      propose(step, 'wordsOfEdit', weight / mass, evidence);
      propose(step, 'wordsOfEditMany', Math.min(1, weight / 20), evidence);
      if (step.group === 'edit') propose(step, 'wordsOfEditFromEdit', weight / mass, evidence);
      if (step.group === 'look') propose(step, 'wordsOfEditFromLook', weight / mass, evidence);
    } else {
      if (step.isPrompt) propose(step, 'wordsFromPrompt', weight / mass, evidence);
      propose(step, 'wordsMany', Math.min(1, weight / 20), evidence);
    }
  }
  let heaviest = 0;
  for (const index of any.touched) if (any.of(index) / mass > minShare) heaviest = Math.max(heaviest, any.of(index));
  for (const index of any.touched) {
    const weight = any.of(index);
    const step = past.at(index)!;
    if (weight / mass > minShare)
      propose(
        step,
        'wordsRelative',
        weight / heaviest,
        () => `${step.isPrompt ? 'says' : 'shows'} ${named(held(step))}`,
      );
  }

  function named(places: readonly number[]): string {
    return listed(
      places,
      (place) => target.weights[place]!,
      (place) => wordAt(target, place),
    );
  }

  function held(step: Step): number[] {
    return [...wanted].flatMap(([hash, place]) => (past.words.of(hash).includes(step.index) ? [place] : []));
  }
};

const sums = new StepSums();

/**
 * Each with its place. Not the words the edit replaces, which are known from the file; not the paths, which have rules
 * of their own.
 */
function wantedWords(target: Target): Map<number, number> {
  const aside = new Set<number>();
  if (target.edits.length === 0) for (const { path } of target.files) addTo(aside, scanText(path).words);
  const wanted = new Map<number, number>();
  for (const at of target.places) {
    const word = target.wordsInText.hash[at]!;
    if (target.weights[at]! >= minWeight && !aside.has(word) && !common.has(word)) wanted.set(word, at);
  }
  return wanted;
}

function addTo(words: Set<number>, { hash, length }: Marks): void {
  for (let at = 0; at < length; at++) words.add(hash[at]!);
}
