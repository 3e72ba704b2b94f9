import { ownFix } from '../../../ask/similar/match.ts';
import type { Match, SimilarAnswer } from '../../../ask/similar/similar.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import { shortly, span } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { fixLine } from './fix-line.ts';
import { shortId } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';

/** Each match in a few lines: the failure, its fixes and how often they worked, dead ends, and why it matches. */
export function renderSimilar({ matches, truncated, known }: SimilarAnswer, context: RenderContext): string {
  if (matches.length === 0) return nothing(known, context);
  const text = matches.map((match) => story(match, context)).join('\n');
  const step = matches.find((match) => match.step !== null)?.step;
  const notes = [
    ...(truncated ? [`the best ${number(matches.length)}; --limit N shows more`] : []),
    ...(step ? [`\`stemma failure ${shortId(step)}\` shows one from its root`] : []),
  ];
  return notes.length === 0 ? text : `${text}\n${notes.map((note) => footer(note, context)).join('')}`;
}

function nothing(known: number, context: RenderContext): string {
  if (known === 0)
    return sentence(
      'The archive has no failures. `stemma ingest` reads what is new, and `stemma rebuild` analyzes an archive of an older version again.',
      context,
    );
  return sentence(
    `Nothing like it was seen before, among ${plural(known, 'known failure')}. \`stemma search TEXT\` searches all messages and calls.`,
    context,
  );
}

function unfixed({ retried, successful }: Match): string {
  if (retried) return 'nothing; it went away on retry';
  return successful ? 'unknown' : 'no known fix';
}

/** What fixed this one, where what is known to fix failures like it did not. */
function fixedThen(match: Match, context: RenderContext): string | undefined {
  const action = ownFix(match);
  if (action === null) return undefined;
  const note = ' · that time';
  return `${fit(shortPaths(action, context), context.columns - storyMargin - note.length)}${context.ink.dim(note)}`;
}

/** The first lines of what the fix changed. */
function changeLines({ code_changes: changes }: Match, room: number): readonly string[] {
  const lines = (changes ?? '').split('\n').filter((each) => each.trim() !== '');
  const shown = lines.slice(0, mostChanges).map((each) => fit(oneLine(each), room));
  return lines.length > mostChanges ? [...shown, '…'] : shown;
}

const mostChanges = 6;

function story(match: Match, context: RenderContext): string {
  const { ink, columns, now } = context;
  const {
    chain,
    at,
    repo,
    source,
    similarity,
    failed_action,
    error_message,
    fixes,
    dead_ends,
    verified_by,
    resolution_time_minutes: minutes,
    why,
  } = match;
  const where = [shortly(at, now), oneLine(repo ?? ''), source ?? 'entered manually']
    .filter((each) => each !== '')
    .join('  ');
  const room = columns - storyMargin;
  let text = `${ink.bold(similarity.toFixed(2))}  ${ink.dim(fit(`${shortId(chain)}  ${where}`, columns - 6))}\n`;
  if (failed_action) text += line('failed', ink.cyan(fit(shortPaths(failed_action, context), room)), context);
  text += line('message', ink.red(fit(shortPaths(error_message, context), room)), context);
  const then = fixedThen(match, context);
  if (then !== undefined || fixes.length === 0) text += line('fixed by', then ?? ink.dim(unfixed(match)), context);
  fixes
    .slice(0, 3)
    .forEach((fix, index) => (text += fixLine(index === 0 && then === undefined ? 'fixed by' : 'or by', fix, context)));
  changeLines(match, room).forEach(
    (each, index) => (text += line(index === 0 ? 'change' : '', ink.dim(each), context)),
  );
  for (const fix of dead_ends.slice(0, 2)) text += fixLine('not by', fix, context);
  if (verified_by)
    text += line(
      'proof',
      fit(
        `${shortPaths(verified_by.summary, context)}${minutes ? ink.dim(` · after ${span(minutes * 60_000)}`) : ''}`,
        room,
      ),
      context,
    );
  const [first = '', ...more] = wrap(
    shortPaths(why.filter((each) => !each.startsWith('fixed ')).join('; '), context),
    room,
  );
  return (
    text + line('because', ink.dim(first), context) + more.map((each) => line('', ink.dim(each), context)).join('')
  );
}
