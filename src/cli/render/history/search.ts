import type { Hit, SearchAnswer } from '../../../ask/search/search.ts';
import { StemmaError } from '../../../model/stemma-error.ts';
import { number } from '../../text/amount.ts';
import { oneLine } from '../../text/safe-text.ts';
import type { Ink } from '../../text/ink.ts';
import { shortly } from '../../text/when.ts';
import { fit, fitMiddle } from '../../text/width.ts';
import { shortId, shortUids } from '../names.ts';
import { footer } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';
import type { QuestionRenderer } from '../renderer.ts';

export const searchRenderer: QuestionRenderer<SearchAnswer> = {
  examples: [
    { line: 'stemma search cannot find module', says: 'every event with these words' },
    { line: 'stemma search migration --act edit --since 30d', says: 'edits of the last month' },
    { line: 'stemma search timeout --failed --agent codex', says: "Codex's failures" },
  ],
  joinsWords: true,
  check({ text }) {
    if (!/[\p{L}\p{N}]/u.test(String(text)))
      throw new StemmaError('bad-argument', `"${String(text)}" contains no word to search for.`, {
        hint: 'Search looks for words and ignores punctuation.',
      });
  },
  render: (answer, context, { input: { text } }) =>
    renderSearch(answer, String(text).split(/[^\p{L}\p{N}_]+/u), context),
};

/** Two lines per hit: where it is, and the text around the match. */
export function renderSearch(answer: SearchAnswer, words: readonly string[], context: RenderContext): string {
  const { hits, total, total_is_exact, truncated } = answer;
  if (hits.length === 0) return 'No events found.\n';
  const { ink, columns, now } = context;
  const names = shortUids(hits.map(({ session }) => session));
  const text = hits
    .map((hit) => {
      const start = `${shortId(hit.event)}  ${columns < 60 ? '' : `${shortly(hit.at, now)}  `}`;
      const head = `${start}${fitMiddle(names.get(hit.session)!, Math.max(12, columns - start.length - hit.kind.length - 2))}  ${hit.kind}`;
      return `${ink.dim(fit(head, columns))}\n  ${snippet(hit, words, columns - 2, ink)}\n`;
    })
    .join('');
  const count = `${total_is_exact ? '' : '≥ '}${number(total)}`;
  return truncated
    ? `${text}\n${footer(`${number(hits.length)} of ${count} hits; --limit N shows more`, context)}`
    : text;
}

function snippet(hit: Hit, words: readonly string[], room: number, ink: Ink): string {
  // Marks take two columns without colour; leave room for a few.
  const text = fit(oneLine(hit.snippet), ink.isColoured ? room : room - 6);
  const marked = marks(text, words, (match) => (ink.isColoured ? ink.bold(ink.yellow(match)) : `«${match}»`));
  return ink.isColoured ? marked : fit(marked, room);
}

function marks(text: string, words: readonly string[], mark: (match: string) => string): string {
  const terms = words.filter((word) => word !== '').sort((a, b) => b.length - a.length);
  if (terms.length === 0) return text;
  // The index matches prefixes of words; in scripts without spaces any position.
  const patterns = terms.map(
    (word) =>
      (/^[\p{Script=Latin}\p{N}]/u.test(word) ? '(?<![\\p{L}\\p{N}])' : '') +
      word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'),
  );
  return text.replace(new RegExp(patterns.join('|'), 'giu'), mark);
}
