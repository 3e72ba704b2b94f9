import type { Hit, SearchAnswer, SessionHit } from '../../../ask/search/search.ts';
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
    { line: 'stemma search how did we fix the flaky login test', says: 'the sessions that answer a question' },
    {
      line: 'stemma search \'"cannot find module" -eslint since:30d\'',
      says: 'a phrase, without a word, of the last month',
    },
    { line: 'stemma search timeout --failed --agent codex --events', says: "Codex's failures, one by one" },
  ],
  joinsWords: true,
  check({ text }) {
    if (!/[\p{L}\p{N}]/u.test(String(text)))
      throw new StemmaError('bad-argument', `"${String(text)}" contains no word to search for.`, {
        hint: 'Search looks for words and ignores punctuation.',
      });
  },
  render: (answer, context) => renderSearch(answer, context),
};

/** Sessions with their best events, or events; and what is nowhere. */
export function renderSearch(answer: SearchAnswer, context: RenderContext): string {
  const { sessions, hits, total, total_is_exact, truncated } = answer;
  const notes = notesOf(answer);
  const shown = sessions.length + hits.length;
  if (shown === 0) return `${notes === '' ? 'Nothing found.' : `Nothing found. ${notes}`}\n`;
  const marked = markedWords(answer);
  const text = sessions.length > 0 ? renderSessions(sessions, marked, context) : renderHits(hits, marked, context);
  const what = sessions.length > 0 ? 'sessions' : 'events';
  const count = `${total_is_exact ? '' : '≥ '}${number(total)}`;
  const feet = [
    ...(notes === '' ? [] : [notes]),
    ...(truncated ? [`${number(shown)} of ${count} ${what} with any of the words; --limit N shows more`] : []),
  ];
  return feet.length === 0 ? text : `${text}\n${feet.map((line) => footer(line, context)).join('')}`;
}

function notesOf({ terms }: SearchAnswer): string {
  const nowhere = terms.filter(({ events, instead }) => events === 0 && instead.length === 0).map(({ term }) => term);
  const instead = terms.filter((term) => term.instead.length > 0);
  return [
    ...(nowhere.length === 0 ? [] : [`Nowhere in the archive: ${nowhere.join(', ')}.`]),
    ...instead.map(({ term, instead: words }) => `${term} is nowhere; searched for ${words.join(', ')}.`),
  ].join(' ');
}

/** A block per session: its title, what it is, and its best events, each with the part of the session it is in. */
function renderSessions(sessions: readonly SessionHit[], words: readonly string[], context: RenderContext): string {
  const { ink, columns, now } = context;
  const names = shortUids(sessions.map(({ session }) => session));
  return sessions
    .map(({ session, title, repo, ended_at, coverage, matched, hits }) => {
      const percent = `${Math.round(100 * coverage)} %`;
      const facts = [
        fitMiddle(names.get(session)!, Math.max(12, Math.floor(columns / 3))),
        ...(repo === null || columns < 80 ? [] : [oneLine(repo)]),
        ...(ended_at === null ? [] : [shortly(ended_at, now)]),
        `${percent}: ${matched.join(' ')}`,
      ];
      const lines = hits.map((hit) => {
        const start = `  ${columns < 60 ? '' : `${shortId(hit.event)}  `}${hit.field.padEnd(8)}  `;
        return `${ink.dim(start)}${snippet(hit, words, columns - start.length, ink)}\n`;
      });
      return `${ink.bold(fit(oneLine(title ?? 'Untitled'), columns))}\n${ink.dim(fit(`  ${facts.join('  ')}`, columns))}\n${lines.join('')}`;
    })
    .join('\n');
}

/** Two lines per event: where it is, and the text around the match. */
function renderHits(hits: readonly Hit[], words: readonly string[], context: RenderContext): string {
  const { ink, columns, now } = context;
  const names = shortUids(hits.map(({ session }) => session));
  return hits
    .map((hit) => {
      const start = `${shortId(hit.event)}  ${columns < 60 ? '' : `${shortly(hit.at, now)}  `}`;
      const head = `${start}${fitMiddle(names.get(hit.session)!, Math.max(12, columns - start.length - hit.kind.length - 2))}  ${hit.kind}`;
      return `${ink.dim(fit(head, columns))}\n  ${snippet(hit, words, columns - 2, ink)}\n`;
    })
    .join('');
}

/** What is marked in a snippet: words of the question, and what was found instead of them. */
function markedWords({ terms }: SearchAnswer): readonly string[] {
  return terms
    .flatMap(({ term, instead }) => (instead.length > 0 ? instead : [term]))
    .flatMap((term) => term.replace(/^\w+:/, '').split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '');
}

function snippet(hit: Hit, words: readonly string[], room: number, ink: Ink): string {
  // Marks take two columns without colour; leave room for a few.
  const text = fit(oneLine(hit.snippet), ink.isColoured ? room : room - 6);
  const marked = marks(text, words, (match) => (ink.isColoured ? ink.bold(ink.yellow(match)) : `«${match}»`));
  return ink.isColoured ? marked : fit(marked, room);
}

function marks(text: string, words: readonly string[], mark: (match: string) => string): string {
  const terms = words.toSorted((a, b) => b.length - a.length);
  if (terms.length === 0) return text;
  // Other forms of a word are found too, so marks reach to its end; in scripts without spaces any position counts.
  const patterns = terms.map((word) =>
    /^[\p{Script=Latin}\p{N}]/u.test(word) ? `(?<![\\p{L}\\p{N}])${word}(?:e?s|e?d|ing)?` : word,
  );
  return text.replace(new RegExp(patterns.join('|'), 'giu'), mark);
}
