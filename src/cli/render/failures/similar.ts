import type { Match, SimilarAnswer } from '../../../ask/similar/similar.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/harmless.ts';
import { shortly, span } from '../../text/when.ts';
import { fit, wrap } from '../../text/width.ts';
import { fixLine } from './fix-line.ts';
import { shortId } from '../names.ts';
import { footer, sentence, told } from '../page.ts';
import type { Page } from '../page.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';

/** Each match as a story of a few lines: what failed, what fixed it and how often, what did not, why it is here. */
export function renderSimilar({ matches, truncated, known }: SimilarAnswer, page: Page): string {
  if (matches.length === 0) return nothing(known, page);
  const text = matches.map((match) => story(match, page)).join('\n');
  const step = matches.find((match) => match.step !== null)?.step;
  const notes = [
    ...(truncated ? [`the best ${number(matches.length)}; --limit N shows more`] : []),
    ...(step ? [`\`stemma failure ${shortId(step)}\` tells one from its beginning`] : []),
  ];
  return notes.length === 0 ? text : `${text}\n${notes.map((note) => footer(note, page)).join('')}`;
}

function nothing(known: number, page: Page): string {
  if (known === 0)
    return sentence(
      'No failures are known here. `stemma ingest` learns them from what your agents left; in an archive of an older stemma, `stemma rebuild` does.',
      page,
    );
  return sentence(
    `Nothing like it has failed before, of ${plural(known, 'failure')} that ${known === 1 ? 'is' : 'are'} known. \`stemma search TEXT\` looks in everything that was said and run.`,
    page,
  );
}

function story(match: Match, page: Page): string {
  const { ink, columns, now } = page;
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
  const where = [shortly(at, now), oneLine(repo ?? ''), source ?? 'told by hand']
    .filter((each) => each !== '')
    .join('  ');
  const room = columns - storyMargin;
  let text = `${ink.bold(similarity.toFixed(2))}  ${ink.dim(fit(`${shortId(chain)}  ${where}`, columns - 6))}\n`;
  if (failed_action) text += line('failed', ink.cyan(fit(told(failed_action, page), room)), page);
  text += line('said', ink.red(fit(told(error_message, page), room)), page);
  fixes.slice(0, 3).forEach((fix, index) => (text += fixLine(index === 0 ? 'fixed by' : 'or by', fix, page)));
  if (fixes.length === 0)
    text += line('fixed by', ink.dim(match.successful ? 'nobody knows what' : 'nothing that is known'), page);
  for (const fix of dead_ends.slice(0, 2)) text += fixLine('not by', fix, page);
  if (verified_by)
    text += line(
      'proof',
      fit(`${told(verified_by.summary, page)}${minutes ? ink.dim(` · after ${span(minutes * 60_000)}`) : ''}`, room),
      page,
    );
  const [first = '', ...more] = wrap(told(why.filter((each) => !each.startsWith('fixed ')).join('; '), page), room);
  return text + line('because', ink.dim(first), page) + more.map((each) => line('', ink.dim(each), page)).join('');
}
