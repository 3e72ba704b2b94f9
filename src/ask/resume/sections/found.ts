import { findingWorth, isDecision, isVain, sentencesOf } from '../facts/sentences.ts';
import { brief } from '../facts/message-text.ts';
import type { ResumeFacts } from '../facts/resume-facts.ts';
import { timeOf } from '../pack/time.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';

/** Sentences in which the agent states something of value later: what it found, settled on, tried in vain. */
export interface Stated {
  readonly found: readonly Offered[];
  readonly decided: readonly Offered[];
  readonly vain: readonly Offered[];
}

export function found(stated: Stated): OfferedSection {
  return { title: 'Found', lines: stated.found, share: 0.16 };
}

/** From the agent's messages and thoughts, latest first, each sentence once and in one list only. */
export function statedIn({ written, room, lastAsk }: ResumeFacts): Stated {
  const stated = { found: [] as Offered[], decided: [] as Offered[], vain: [] as Offered[] };
  const known = new Set<string>();
  const said = written.said.toReversed();
  for (const [age, { event, text }] of said.entries()) {
    const isThought = event.kind === 'thinking';
    const isOld = lastAsk !== undefined && event.session === lastAsk.session && event.seq < lastAsk.seq;
    for (const sentence of sentencesOf(text)) {
      const key = sentence.slice(0, 60).toLowerCase();
      if (known.has(key)) continue;
      const finding = findingWorth(sentence);
      const list = isVain(sentence)
        ? 'vain'
        : isDecision(sentence)
          ? 'decided'
          : finding >= (isOld ? 4 : 3)
            ? 'found'
            : undefined;
      if (list === undefined || stated[list].length === most) continue;
      known.add(key);
      const when = timeOf(event);
      const mark = isOld ? `${when}, before the last request: ` : when === '' ? '' : `${when} `;
      stated[list].push({
        text: mark + brief(sentence, Math.min(300, Math.max(110, room / 20))),
        step: event.step ?? event.id,
        worth:
          66 +
          (list === 'found' ? finding - 3 : 1) * 2 -
          Math.min(28, age * 0.6) -
          (isThought ? 8 : 0) -
          (isOld ? 6 : 0),
      });
    }
  }
  return stated;
}

const most = 24;
