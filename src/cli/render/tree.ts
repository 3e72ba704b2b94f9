import type { TreeAnswer, TreeSession, TreeStep } from '../../ask/tree.ts';
import { number, plural } from '../text/amount.ts';
import { oneLine } from '../text/harmless.ts';
import { clockTime } from '../text/when.ts';
import { fit, width } from '../text/width.ts';
import { stepPhrase } from './graph.ts';
import { shortId, shortUid } from './names.ts';
import type { Page } from './page.ts';
import { parentLine, sessionHead } from './session-head.ts';

/** Turns, their calls, and the sub-agents below the calls that started them. */
export function renderTree({ tree, steps, truncated }: TreeAnswer, paper: Page): string {
  const page = { ...paper, cwd: tree.session.cwd };
  let text = sessionHead(tree.session, page) + parentLine(tree.session, page) + '\n';
  text += branches(nodesOf(tree), '', page);
  if (tree.steps.length === 0 && tree.sessions.length === 0) text += 'no steps\n';
  if (truncated) text += `\n${page.ink.dim(`${number(steps)} steps shown; --limit N shows more`)}\n`;
  return text;
}

interface Node {
  readonly line: (room: number, page: Page) => string;
  readonly below: readonly Node[];
}

function branches(nodes: readonly Node[], indent: string, page: Page): string {
  return nodes
    .map((node, at) => {
      const isLast = at === nodes.length - 1;
      const twig = page.ink.dim(`${indent}${isLast ? '└─ ' : '├─ '}`);
      const below = branches(node.below, `${indent}${isLast ? '   ' : '│  '}`, page);
      return `${twig}${node.line(page.columns - indent.length - 3, page)}\n${below}`;
    })
    .join('');
}

/** Calls hang below the prompt of their turn; those of an unseen turn stand for themselves. */
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
  const more = truncated && steps.length > 0 ? [wordsNode(`… ${plural(session.steps - steps.length, 'more step')}`)] : [];
  return [...nodes, ...sessions.map(sessionNode), ...more];
}

function stepNode(step: TreeStep): Node {
  return {
    line(room, page) {
      const { ink } = page;
      const mark = step.failed ? `${ink.failed} ` : '';
      const aside = `  ${shortId(step.id)} ${clockTime(step.at)}`;
      const space = room - (step.failed ? 2 : 0) - aside.length;
      const text = fit(stepPhrase(step, page), space);
      const painted = step.failed ? ink.red(text) : step.kind === 'prompt' ? ink.bold(text) : ink.cyan(text);
      return `${mark}${painted}${' '.repeat(Math.max(0, space - width(text)))}${ink.dim(aside)}`;
    },
    below: step.sessions.map(sessionNode),
  };
}

function sessionNode(node: TreeSession): Node {
  const { session, relation } = node;
  const words = { subagent: 'sub-agent', fork: 'fork', resume: 'resume', compaction: 'continuation' }[relation ?? 'subagent'];
  const facts = `${plural(session.steps, 'step')}${session.errors > 0 ? `, ${session.errors} failed` : ''}`;
  return {
    line: (room, { ink }) => ink.yellow(fit(`${words} ${oneLine(session.title ?? '')} (${facts}) ${shortUid(session.uid)}`.replace('  ', ' '), room)),
    below: relation === 'subagent' ? nodesOf(node) : [],
  };
}

function wordsNode(words: string): Node {
  return { line: (room, { ink }) => ink.dim(fit(words, room)), below: [] };
}
