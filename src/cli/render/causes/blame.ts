import type { BlameSession, BlameShare, BlameStep } from '../../../ask/blame/answer.ts';
import type { BlameAnswer } from '../../../ask/blame/blame.ts';
import type { BlameCommitAnswer } from '../../../ask/blame/blame-commit.ts';
import type { BlameFileAnswer, BlameRun, LineHistory } from '../../../ask/blame/blame-file.ts';
import { number, plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { dayAndTime } from '../../text/when.ts';
import { fit, fitMiddle } from '../../text/width.ts';
import { stepPhrase } from '../history/graph.ts';
import { shortId, shortUid } from '../names.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const blameRenderer: QuestionRenderer<BlameAnswer> = {
  examples: [
    { line: 'stemma blame src/cart.ts', says: 'which step wrote which lines, and the prompt behind it' },
    { line: 'stemma blame src/cart.ts:12', says: 'one line, and what it replaced' },
    { line: 'stemma blame HEAD', says: 'the sessions behind the last commit' },
    { line: 'stemma blame src/cart.ts --at v1.2', says: 'a file as it was' },
  ],
  render: renderBlame,
};

export function renderBlame(answer: BlameAnswer, context: RenderContext): string {
  return 'file' in answer ? renderFile(answer, context) : renderCommit(answer, context);
}

function renderFile(answer: BlameFileAnswer, context: RenderContext): string {
  const { ink, columns } = context;
  const { file, lines, runs, steps, history } = answer;
  const at = file.commit === null ? '' : ` at ${file.commit.slice(0, 10)}`;
  let text = `${ink.bold(fit(oneLine(`${file.path}${at}`), columns))}\n${ink.dim(fit(shareOf(lines, answer), columns))}\n`;
  const byId = new Map(steps.map((step) => [step.id, step]));
  const wide = String(runs.at(-1)?.to ?? 1).length * 2 + 1;
  for (const run of runs)
    text += `\n${runLines(run, run.step === null ? undefined : byId.get(run.step), wide, context)}`;
  for (const line of history) if (line.history.length > 0) text += `\n${historyLines(line, context)}`;
  return text + cutNote(answer, context);
}

/** Lines with the step that wrote them, its time and the prompt behind it. */
function runLines(run: BlameRun, step: BlameStep | undefined, wide: number, { ink, columns }: RenderContext): string {
  const where = (run.from === run.to ? String(run.from) : `${run.from}-${run.to}`).padStart(wide);
  if (!step) return `${where}  ${ink.dim('not written by a recorded session')}\n`;
  const indent = ' '.repeat(wide + 2);
  const room = columns - indent.length;
  const part = run.part ? 'wrote a part: ' : '';
  const as = run.written_as === null ? '' : `${indent}${ink.dim(fitMiddle(`as ${oneLine(run.written_as)}`, room))}\n`;
  return `${where}  ${ink.dim(shortId(step.id))} ${ink.cyan(fit(part + stepPhrase(step), room - 11))}\n${as}${whence(step, indent, { ink, columns })}`;
}

function whence(
  { session, agent, at, prompt }: BlameStep,
  indent: string,
  { ink, columns }: Pick<RenderContext, 'ink' | 'columns'>,
): string {
  const room = columns - indent.length;
  const place = fit(`${oneLine(agent)} ${shortUid(session)} · ${dayAndTime(at)}`, room);
  const asked = prompt
    ? `${indent}${ink.dim(fit(`asked by ${shortId(prompt.id)} > ${oneLine(prompt.summary)}`, room))}\n`
    : '';
  return `${indent}${ink.dim(place)}\n${asked}`;
}

function historyLines({ line, text, history }: LineHistory, { ink, columns }: RenderContext): string {
  let output = `${ink.bold(`line ${line}`)}  ${fit(shown(text), columns - 7 - String(line).length)}\n`;
  for (const past of history) {
    output += `  ${ink.dim(`${shortId(past.step.id)} ${dayAndTime(past.step.at)}`)}  ${ink.green(fit(`+ ${shown(past.text)}`, columns - 31))}\n`;
    for (const old of past.replaced.slice(0, 5))
      output += `${' '.repeat(31)}${ink.red(fit(`- ${shown(old)}`, columns - 31))}\n`;
    if (past.replaced.length > 5) output += `${' '.repeat(31)}${ink.dim(`and ${past.replaced.length - 5} more`)}\n`;
  }
  return output;
}

/** The text of a line without its indentation. */
function shown(line: string): string {
  return safeText(line).replaceAll('\t', ' ').trim();
}

function renderCommit(answer: BlameCommitAnswer, context: RenderContext): string {
  const { ink, columns } = context;
  const { commit, committed_by: by, lines, files, sessions, steps } = answer;
  let text = `${ink.bold(fit(oneLine(`${commit.hash.slice(0, 10)} ${commit.subject}`), columns))}\n${ink.dim(fit(shareOf(lines, answer), columns))}\n`;
  if (by)
    text += `${ink.dim(fit(`committed by ${shortId(by.id)} in ${shortUid(by.session)}, whose result names the hash`, columns))}\n`;
  for (const session of sessions) text += `\n${sessionLines(session, steps, context)}`;
  const unknown = files.filter(({ unattributed }) => unattributed > 0);
  if (unknown.length > 0) text += '\nnot written by a recorded session\n';
  for (const file of unknown.slice(0, 20))
    text += `${ink.dim(fit(`  ${oneLine(file.path)}  ${number(file.unattributed)} of ${plural(file.total, 'line')}`, columns))}\n`;
  if (unknown.length > 20) text += `${ink.dim(`  and ${unknown.length - 20} more files`)}\n`;
  return text + cutNote(answer, context);
}

const mostSteps = 10;

function sessionLines(
  { uid, agent, title, lines, share }: BlameSession,
  steps: readonly BlameStep[],
  { ink, columns }: RenderContext,
): string {
  const head = `${Math.round(share * 100)}%`.padStart(4);
  let text = `${ink.bold(head)}  ${fit(`${shortUid(uid)}  ${oneLine(title ?? '(no title)')}`, columns - 6)}\n`;
  const own = steps.filter(({ session }) => session === uid);
  text += `      ${ink.dim(`${oneLine(agent)} · ${plural(lines, 'line')} in ${plural(own.length, 'step')}`)}\n`;
  for (const step of own.slice(0, mostSteps)) {
    text += `      ${ink.dim(shortId(step.id))} ${number(step.lines).padStart(5)}  ${ink.cyan(fit(stepPhrase(step), columns - 24))}\n`;
  }
  if (own.length > mostSteps) text += `      ${ink.dim(`and ${own.length - mostSteps} more steps`)}\n`;
  return text;
}

function shareOf(
  { total, attributed, unattributed }: BlameShare,
  { steps, sessions }: { readonly steps: readonly unknown[]; readonly sessions: readonly unknown[] },
): string {
  if (total === 0) return 'no lines that hold anything';
  if (attributed === 0) return `${plural(total, 'line')}, none written by a recorded session`;
  const known = `${number(attributed)} of ${plural(total, 'line')} written by ${plural(steps.length, 'step')} of ${plural(sessions.length, 'session')}`;
  return unattributed === 0 ? known : `${known}, ${number(unattributed)} by no recorded session`;
}

function cutNote(
  { truncated, examined }: { readonly truncated: boolean; readonly examined: number },
  context: RenderContext,
): string {
  if (!truncated) return '';
  return `\n${footer(`looked at the newest ${plural(examined, 'call')} that could have written it; --limit N looks at more`, context)}`;
}
