import { listed } from '../evidence.ts';
import type { ShownBefore } from '../history/shown-before.ts';
import { StepSums } from '../history/step-sums.ts';
import { scanText } from '../text/read-text.ts';
import { HashSet } from '../text/hash-set.ts';
import type { Rule } from '../rule.ts';
import { wordAt, type Target } from '../history/step.ts';

/** Words with less information are everywhere. */
const minWeight = 0.8;
/** A step that shows a smaller share of the words shows them by chance. */
const minShare = 0.15;

/**
 * A rare word in the arguments was learned where it was last shown: in a result that had it, although its own call did
 * not.
 */
export function lastShownRule(shown: ShownBefore): Rule {
  return (target, past, propose) => {
    const isEdit = target.edits.length > 0;
    const wanted = wantedWords(target, shown);
    const learned = new Map<number, { weight: number; places: number[] }>();
    any.clear();
    let mass = 0;
    for (const word of wanted) {
      const place = shown.places[word]!;
      const weight = target.weights[place]!;
      mass += weight;
      const [begin, end] = [shown.from[word]!, shown.from[word + 1]!];
      if (begin === end) continue;
      if (!isEdit) for (let at = begin; at < end; at++) any.add(shown.steps[at]!, weight);
      const source = shown.learned[word]! < 0 ? shown.steps[begin]! : shown.learned[word]!;
      const vote = learned.get(source);
      if (vote) {
        vote.weight += weight;
        vote.places.push(place);
      } else learned.set(source, { weight, places: [place] });
    }
    for (const [index, { weight, places }] of learned) {
      const step = past.at(index)!;
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
      if (weight / mass <= minShare) continue;
      const step = past.at(index)!;
      propose(
        step,
        'wordsRelative',
        weight / heaviest,
        () => `${step.isPrompt ? 'says' : 'shows'} ${named(shownBy(index))}`,
      );
    }

    function named(places: readonly number[]): string {
      return listed(
        places,
        (place) => target.weights[place]!,
        (place) => wordAt(target, place),
      );
    }

    function shownBy(step: number): number[] {
      return wanted.filter((word) => shown.isShownBy(word, step)).map((word) => shown.places[word]!);
    }
  };
}

const any = new StepSums();

/**
 * As numbers in `shown`. Not the words the edit replaces, which are known from the file; not the paths, which have rules
 * of their own.
 */
function wantedWords(target: Target, shown: ShownBefore): number[] {
  aside.clear();
  if (target.edits.length === 0)
    for (const { path } of target.files) {
      const { hash, length } = scanText(path).words;
      for (let at = 0; at < length; at++) aside.add(hash[at]!);
    }
  const wanted: number[] = [];
  for (let word = 0; word < shown.count; word++) {
    const place = shown.places[word]!;
    if (target.weights[place]! >= minWeight && !aside.has(target.wordsInText.hash[place]!)) wanted.push(word);
  }
  return wanted;
}

const aside = new HashSet();
