import type { Session } from '../../model/session.ts';
import { answerForm, instructions } from './instructions.ts';
import { isNode, renderBriefly, renderHead, renderPassage, rooms, type Room } from './render.ts';
import type { Node, Passage } from './transcript.ts';
import { linesUsedLater } from './used-later.ts';

/** One question for a judge. A session that is too long for one is judged in several. */
export interface JudgeWindow {
  /** From 1. */
  readonly number: number;
  /** The calls to judge: the first and the last. */
  readonly calls: { readonly from: string; readonly to: string };
  readonly text: string;
  /** Characters / 4. */
  readonly tokens: number;
}

/** Steps of the window before that are shown in full again. */
const overlap = 12;
/** Of a window, for earlier steps in one line each. */
const briefShare = 0.2;

/** The questions about a session, each within the budget of tokens. */
export function windowsOf(session: Session, passages: readonly Passage[], budget: number): readonly JudgeWindow[] {
  const nodes = passages.filter(isNode);
  if (!nodes.some(({ is }) => is === 'call')) return [];
  const matters = linesUsedLater(nodes);
  const space = budget * 4 - instructions.length - 2_000;
  const rendered = (room: Room): readonly string[] => passages.map((passage) => renderPassage(passage, room, matters));
  for (const room of rooms) {
    const texts = rendered(room);
    if (sum(texts) <= space)
      return [windowOf({ session, passages, texts, from: 0, shown: 0, to: passages.length, isLast: true })];
  }
  const texts = rendered(rooms.at(-2)!);
  return balanced(passages, texts, space).map(({ from, shown, to }, at, all) => ({
    ...windowOf({
      session,
      passages,
      texts,
      from,
      shown,
      to,
      isLast: at === all.length - 1,
      brief: space * briefShare,
    }),
    number: at + 1,
  }));
}

interface Stretch {
  /** The first passage to judge, the first that is shown, and the first that is neither. */
  readonly from: number;
  readonly shown: number;
  readonly to: number;
}

/** As few stretches as possible, of about the same size: the last one would hardly have a context otherwise. */
function balanced(passages: readonly Passage[], texts: readonly string[], space: number): readonly Stretch[] {
  const fewest = split(passages, texts, space);
  for (let share = 0.5; share < 1; share += 0.05) {
    const tighter = split(passages, texts, space * share);
    if (tighter.length <= fewest.length) return tighter;
  }
  return fewest;
}

/** Cuts so that each stretch, with what it shows again, fits; a single passage always does. */
function split(passages: readonly Passage[], texts: readonly string[], space: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0; from < passages.length;) {
    const room = from === 0 ? space : space * (1 - briefShare);
    let shown = from;
    let used = 0;
    for (let back = from - 1, steps = 0; back >= 0 && steps < overlap; back--) {
      const length = texts[back]!.length;
      if (used + length > room * 0.3) break;
      used += length;
      shown = back;
      if (isNode(passages[back]!)) steps++;
    }
    let to = from;
    while (to < passages.length && (to === from || used + texts[to]!.length <= room)) used += texts[to++]!.length;
    stretches.push({ from, shown, to });
    from = to;
  }
  // The rest of a session may hold no call.
  const last = stretches.at(-1)!;
  const before = stretches.at(-2);
  if (before && !passages.slice(last.from, last.to).some(({ is }) => is === 'call'))
    stretches.splice(-2, 2, { ...before, to: last.to });
  return stretches;
}

interface Content extends Stretch {
  readonly session: Session;
  readonly passages: readonly Passage[];
  readonly texts: readonly string[];
  readonly isLast: boolean;
  /** Characters for earlier steps. */
  readonly brief?: number;
}

function windowOf({ session, passages, texts, from, shown, to, isLast, brief = 0 }: Content): JudgeWindow {
  const calls = passages.slice(from, to).filter((passage): passage is Node => passage.is === 'call');
  const first = calls[0]!.name;
  const last = calls.at(-1)!.name;
  const earlier = earlierSteps(passages.slice(0, shown).filter(isNode), brief);
  const text = [
    instructions,
    `# Session\n\n${renderHead(session)}\n`,
    earlier && `# Earlier steps, one line each\n\nThey may be causes too.\n\n${earlier}\n`,
    '# Steps\n',
    ...(shown < from ? ['(shown again from the part before)\n', ...texts.slice(shown, from), '(new from here)\n'] : []),
    ...texts.slice(from, to),
    answerForm({ calls: first === last ? `the call ${first}` : `the calls ${first} to ${last}`, isLast }),
  ]
    .filter(Boolean)
    .join('\n');
  return { number: 1, calls: { from: first, to: last }, text, tokens: Math.ceil(text.length / 4) };
}

/** Prompts and the latest calls first, as far as there is room. */
function earlierSteps(nodes: readonly Node[], room: number): string {
  const lines = nodes.map((node) => ({ node, line: renderBriefly(node) }));
  let left = room;
  const chosen = new Set<Node>();
  for (const isPrompt of [true, false])
    for (const { node, line } of lines.toReversed()) {
      if ((node.is === 'prompt') !== isPrompt || line.length + 1 > left) continue;
      left -= line.length + 1;
      chosen.add(node);
    }
  return lines.flatMap(({ node, line }) => (chosen.has(node) ? [line] : [])).join('\n');
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, { length }) => total + length + 1, 0);
}
