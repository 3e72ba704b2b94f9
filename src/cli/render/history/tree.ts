import type { TreeAnswer, TreeSession, TreeStep } from '../../../ask/tree/tree.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { clockTime } from '../../text/when.ts';
import { column, fit, fitMiddle, width } from '../../text/width.ts';
import { stepPhrase, trust } from './graph.ts';
import { shortId, shortUid } from '../names.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { failuresText, parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const treeRenderer: QuestionRenderer<TreeAnswer> = {
  examples: [
    { line: 'stemma tree', says: 'the newest session, by turns' },
    { line: 'stemma tree --causal', says: 'each step below what caused it' },
    { line: 'stemma tree claude:3f2a --causal --min-confidence 1', says: 'only by causes that were recorded' },
    { line: 'stemma tree claude:3f2a --limit 1000', says: 'a long one, whole' },
  ],
  render: renderTree,
};

/** Prompts with their calls, or causes with their effects; sub-agents below the calls that started them. */
export function renderTree({ tree, steps, truncated }: TreeAnswer, outer: RenderContext): string {
  const context = { ...outer, cwd: tree.session.cwd };
  let text = sessionHead(tree.session, context) + parentLine(tree.session, context) + '\n';
  text += branches(nodesOf(tree), context);
  if (tree.steps.length === 0 && tree.sessions.length === 0) text += 'no steps\n';
  if (truncated) text += `\n${footer(`${number(steps)} steps shown; --limit N shows more`, context)}`;
  return text;
}

interface Node {
  readonly line: (room: number, context: RenderContext) => string;
  readonly below: readonly Node[];
}

/** Columns that a line keeps for its text, however deep it is. */
const textColumns = 60;

/**
 * A chain of causes may be as long as the session: deeper than there is room for, lines are indented no further and
 * begin with their depth. Not recursive, for the same reason.
 */
function branches(top: readonly Node[], context: RenderContext): string {
  const maxDepth = Math.max(4, Math.floor((context.columns - textColumns) / 3));
  const deepIndent = (depth: number): string => column(`⋯${depth}`, 3 * maxDepth);
  const waiting: { node: Node; indent: string; depth: number; isLast: boolean }[] = [];
  const push = (nodes: readonly Node[], indent: string, depth: number): void => {
    for (const [at, node] of [...nodes.entries()].reverse())
      waiting.push({ node, indent, depth, isLast: at === nodes.length - 1 });
  };
  let text = '';
  push(top, '', 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, indent, depth, isLast } = next;
    const twig = context.ink.dim(`${indent}${isLast ? '└─ ' : '├─ '}`);
    text += `${twig}${node.line(context.columns - indent.length - 3, context)}\n`;
    const deeper = depth < maxDepth ? `${indent}${isLast ? '   ' : '│  '}` : deepIndent(depth + 1);
    push(node.below, deeper, depth + 1);
  }
  return text;
}

/** Each step below the one it is `under`; child sessions below their step, before its steps. */
function nodesOf({ steps, sessions, truncated, session }: TreeSession): readonly Node[] {
  const nodes = new Map(
    steps.map((step) => [step.id, { line: stepLine(step), below: step.sessions.map(sessionNode) }]),
  );
  const top: Node[] = [];
  for (const { id, under } of steps) {
    const siblings = under === null ? top : nodes.get(under)!.below;
    siblings.push(nodes.get(id)!);
  }
  const more =
    truncated && steps.length > 0 ? [wordsNode(`… ${plural(session.steps - steps.length, 'more step')}`)] : [];
  return [...top, ...sessions.map(sessionNode), ...more];
}

/** Columns that causes leave for the step itself. */
const shortestPhrase = 14;

function stepLine(step: TreeStep): Node['line'] {
  return (room, context) => {
    const { ink } = context;
    const mark = step.failed ? `${ink.failed} ` : '';
    // In a narrow terminal the time is dropped first, then text; the id stays, because commands need it.
    const mostly = room - (step.failed ? 2 : 0);
    const aside = mostly < 45 ? `  ${shortId(step.id)}` : `  ${shortId(step.id)} ${clockTime(step.at)}`;
    const space = Math.max(1, mostly - aside.length);
    const cause = causeNote(step, space - shortestPhrase);
    const text = fit(stepPhrase(step, context), Math.max(1, space - width(cause)));
    const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
    const gap = ' '.repeat(Math.max(0, space - width(text) - width(cause)));
    return `${mark}${painted}${ink.dim(cause)}${gap}${ink.dim(aside)}`;
  };
}

/**
 * How it follows from the step above it, and from which other steps: `  ← reacted (likely) +ev_3pczd60`. Where there is
 * no room for their ids they are counted, and in a narrow terminal the phrase alone is shown.
 */
function causeNote({ causes = [], under }: TreeStep, room: number): string {
  const main = causes.find(({ step }) => step === under) ?? causes[0];
  if (!main) return '';
  // A recorded cause needs no other reason.
  const label = main.types[0] === 'caused' ? main.basis : trust(main);
  const head = `  ← ${main.step === under ? '' : `${shortId(main.step)} `}${label}`;
  const others = causes.filter((cause) => cause !== main);
  const named = others.map(({ step }) => ` +${shortId(step)}`).join('');
  const counted = others.length > 0 ? ` +${others.length}` : '';
  return [`${head}${named}`, `${head}${counted}`].find((note) => width(note) <= room) ?? '';
}

function sessionNode(node: TreeSession): Node {
  const { session, relation } = node;
  const words = { subagent: 'sub-agent', fork: 'fork', resume: 'resume', compaction: 'continuation' }[
    relation ?? 'subagent'
  ];
  const facts = [plural(session.steps, 'step'), failuresText(session)].filter((fact) => fact !== '').join(', ');
  return {
    line(room, { ink }) {
      // The uid stays, because commands need it; the rest is shortened.
      if (room < 45)
        return ink.yellow(`${words} ${fitMiddle(shortUid(session.uid), Math.max(1, room - words.length - 1))}`);
      const name = fitMiddle(shortUid(session.uid), Math.max(12, Math.floor(room / 2)));
      const title =
        session.title === null
          ? ''
          : ` ${fit(oneLine(session.title), room - words.length - facts.length - width(name) - 5)}`;
      return ink.yellow(fit(`${words}${title.trimEnd()} (${facts}) ${name}`, room));
    },
    below: relation === 'subagent' ? nodesOf(node) : [],
  };
}

function wordsNode(words: string): Node {
  return { line: (room, { ink }) => ink.dim(fit(words, room)), below: [] };
}
