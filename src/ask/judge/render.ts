import { cut, flat } from '../../normalise/text/one-line.ts';
import type { Session } from '../../model/session.ts';
import { fitText } from './fit-text.ts';
import type { Node, Passage } from './transcript.ts';

/** How many characters each sort of text gets. */
export interface Room {
  readonly prompt: number;
  readonly arguments: number;
  readonly result: number;
  readonly remark: number;
}

/** From the most detailed to the briefest. */
export const rooms: readonly Room[] = [
  { prompt: 12_000, arguments: 6_000, result: 8_000, remark: 3_000 },
  { prompt: 8_000, arguments: 3_600, result: 4_000, remark: 1_600 },
  { prompt: 5_000, arguments: 2_200, result: 2_200, remark: 900 },
  { prompt: 3_000, arguments: 1_400, result: 1_200, remark: 500 },
];

export type Matters = (node: Node) => (line: string) => boolean;

/** A passage in full, within its room. */
export function renderPassage(passage: Passage, room: Room, matters: Matters): string {
  if (!isNode(passage)) {
    const who = { said: 'agent says', thought: 'agent thinks', note: 'note' }[passage.is];
    return `(${who}) ${fitText(passage.text, room.remark, () => false)}\n`;
  }
  const { is, name, step, text, result, together, unanswered } = passage;
  if (is === 'prompt') return `${name} ${promptHead(passage)}\n${indented(fitText(text, room.prompt, () => false))}\n`;
  const notes = [
    together.length > 0 && `together with ${together.join(', ')}`,
    late(unanswered, together).length > 0 && `before the results of ${late(unanswered, together).join(', ')}`,
  ].filter((note) => note !== false);
  const head = `${name} ${step.tool}${notes.length > 0 ? ` [${notes.join('; ')}]` : ''}`;
  const lines = [head, indented(fitText(text, room.arguments, () => false))];
  if (result === null) lines.push('  (no result was recorded)');
  else {
    lines.push(`  result${result.ending === '' ? '' : ` (${result.ending})`}:`);
    lines.push(indented(fitText(result.text, room.result, matters(passage)) || '(empty)', '  | '));
  }
  return `${lines.filter((line) => line.trim() !== '').join('\n')}\n`;
}

/** A node in one line, for those that are shown in full elsewhere. */
export function renderBriefly(node: Node): string {
  const { is, name, step, result } = node;
  const what = is === 'prompt' ? flat(node.text, 160) : flat(step.summary, 160);
  const ending = result?.ending ? ` -> ${result.ending}` : '';
  return `${name} ${cut(is === 'prompt' ? `${promptHead(node)} ${what}` : what, 160)}${ending}`;
}

export function renderHead({ source, cwd, title, model }: Session): string {
  return [`agent: ${source}`, model && `model: ${model}`, cwd && `folder: ${cwd}`, title && `title: ${title}`]
    .filter(Boolean)
    .join('\n');
}

export function isNode(passage: Passage): passage is Node {
  return passage.is === 'prompt' || passage.is === 'call';
}

function promptHead({ step: { origin } }: Node): string {
  if (origin === null || origin === 'human') return 'the user:';
  return origin === 'harness' ? "written by the agent's program:" : `${origin}:`;
}

/** Those of the same response are named already. */
function late(unanswered: readonly string[], together: readonly string[]): readonly string[] {
  return unanswered.filter((name) => !together.includes(name)).slice(-8);
}

function indented(text: string, by = '  '): string {
  return text
    .split('\n')
    .map((line) => `${by}${line}`.trimEnd())
    .join('\n');
}
