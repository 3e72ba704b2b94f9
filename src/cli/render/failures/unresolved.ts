import type { Unresolved, UnresolvedAnswer } from '../../../ask/unresolved/unresolved.ts';
import { number, plural } from '../../text/amount.ts';
import { oneLine } from '../../text/harmless.ts';
import { shortly } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { footer, sentence, told } from '../page.ts';
import type { Page } from '../page.ts';
import { storyLine as line, storyMargin } from './story-lines.ts';

/** Newest first; the same failure again is counted where it came last. */
export function renderUnresolved({ unresolved, total, truncated, next }: UnresolvedAnswer, page: Page): string {
  if (unresolved.length === 0)
    return sentence(
      'Nothing that failed is unresolved, as far as the archive knows. `stemma ingest` brings it up to date.',
      page,
    );
  const groups = [...Map.groupBy(unresolved, ({ chain }) => chain.error.fingerprint).values()];
  const text = groups.map((same) => block(same, page)).join('\n');
  const solved = groups.find(([first]) => first!.solved_elsewhere)?.[0]?.chain;
  const notes = [
    truncated
      ? `${number(unresolved.length)} of ${plural(total, 'failure')}; --after ${next} shows the next, --limit N more at once`
      : plural(total, 'failure'),
    ...(solved ? [`how it was solved elsewhere: \`stemma similar ${shortId(solved.id)} --solved\``] : []),
  ];
  return `${text}\n${notes.map((note) => footer(note, page)).join('')}`;
}

function block(same: readonly Unresolved[], page: Page): string {
  const { ink, columns, now } = page;
  const [{ chain, solved_elsewhere }] = same as [Unresolved, ...Unresolved[]];
  const { id, error, attempts, state } = chain;
  const room = columns - storyMargin;
  const where = [shortly(error.at, now), oneLine(error.repo ?? ''), error.source ?? 'told by hand']
    .filter((each) => each !== '')
    .join('  ');
  const mark = `${error.kind === 'real' ? '' : ` [${error.kind}]`}${state === 'failed' ? ' [given up]' : ''}`;
  let text = `${ink.dim(fit(`${shortId(id)}  ${where}`, columns - mark.length))}${ink.yellow(mark)}\n`;
  if (error.action !== '') text += line('failed', ink.cyan(fit(told(error.action, page), room)), page);
  text += line('said', ink.red(fit(told(error.message, page), room)), page);
  const last = attempts.at(-1);
  if (last)
    text += line(
      'tried',
      fit(told(last.action, page), room - 6) + (attempts.length > 1 ? ink.dim(` (+${attempts.length - 1})`) : ''),
      page,
    );
  if (same.length > 1)
    text += line(
      'again',
      ink.dim(`${plural(same.length - 1, 'time')} before, last ${shortId(same[1]!.chain.id)}`),
      page,
    );
  if (solved_elsewhere)
    text += line(
      'solved',
      ink.green(
        `elsewhere, ${solved_elsewhere.times === 1 ? 'once' : plural(solved_elsewhere.times, 'time')}: stemma similar ${shortId(id)} --solved`,
      ),
      page,
    );
  return text;
}
