import type { TreeAnswer, TreeSession, TreeStep } from '../../../ask/tree/tree.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { clockTime } from '../../text/when.ts';
import { fit, fitMiddle, width } from '../../text/width.ts';
import { stepPhrase } from './graph.ts';
import { shortId, shortUid } from '../names.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { parentLine, sessionHead } from '../session-head.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const treeRenderer: QuestionRenderer<TreeAnswer> = {
  examples: [
    { line: 'stemma tree', says: 'the newest session' },
    { line: 'stemma tree claude:3f2a --limit 1000', says: 'a long one, whole' },
  ],
  render: renderTree,
};

/** Turns, their calls, and the sub-agents below the calls that started them. */
export function renderTree({ tree, steps, truncated }: TreeAnswer, outer: RenderContext): string {
  const context = { ...outer, cwd: tree.session.cwd };
  let text = sessionHead(tree.session, context) + parentLine(tree.session, context) + '\n';
  text += branches(nodesOf(tree), '', context);
  if (tree.steps.length === 0 && tree.sessions.length === 0) text += 'no steps\n';
  if (truncated) text += `\n${footer(`${number(steps)} steps shown; --limit N shows more`, context)}`;
  return text;
}

interface Node {
  readonly line: (room: number, context: RenderContext) => string;
  readonly below: readonly Node[];
}

function branches(nodes: readonly Node[], indent: string, context: RenderContext): string {
  return nodes
    .map((node, at) => {
      const isLast = at === nodes.length - 1;
      const twig = context.ink.dim(`${indent}${isLast ? '└─ ' : '├─ '}`);
      const below = branches(node.below, `${indent}${isLast ? '   ' : '│  '}`, context);
      return `${twig}${node.line(context.columns - indent.length - 3, context)}\n${below}`;
    })
    .join('');
}

/** Calls are below the prompt of their turn; without a known turn they are at the top level. */
function nodesOf({ steps, sessions, truncated, session }: TreeSession): readonly Node[] {
  const top: { step: TreeStep; calls: TreeStep[] }[] = [];
  for (const step of steps) {
    const turn = step.turn === null ? undefined : top.findLast(({ step: prompt }) => prompt.id === step.turn);
    if (turn) turn.calls.push(step);
    else top.push({ step, calls: [] });
  }
  const nodes = top.map(({ step, calls }) => ({
    ...stepNode(step),
    below: [...step.sessions.map(sessionNode), ...calls.map(stepNode)],
  }));
  const more =
    truncated && steps.length > 0 ? [wordsNode(`… ${plural(session.steps - steps.length, 'more step')}`)] : [];
  return [...nodes, ...sessions.map(sessionNode), ...more];
}

function stepNode(step: TreeStep): Node {
  return {
    line(room, context) {
      const { ink } = context;
      const mark = step.failed ? `${ink.failed} ` : '';
      // In a narrow terminal the time is dropped first, then text; the id stays, because commands need it.
      const mostly = room - (step.failed ? 2 : 0);
      const aside = mostly < 45 ? `  ${shortId(step.id)}` : `  ${shortId(step.id)} ${clockTime(step.at)}`;
      const space = Math.max(1, mostly - aside.length);
      const text = fit(stepPhrase(step, context), space);
      const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
      return `${mark}${painted}${' '.repeat(Math.max(0, space - width(text)))}${ink.dim(aside)}`;
    },
    below: step.sessions.map(sessionNode),
  };
}

function sessionNode(node: TreeSession): Node {
  const { session, relation } = node;
  const words = { subagent: 'sub-agent', fork: 'fork', resume: 'resume', compaction: 'continuation' }[
    relation ?? 'subagent'
  ];
  const facts = `${plural(session.steps, 'step')}${session.errors > 0 ? `, ${session.errors} failed` : ''}`;
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
