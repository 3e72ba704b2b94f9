import type { ResumeFacts } from '../facts/resume-facts.ts';

/** How much a session is about a term: used often and lately, but not everywhere. */
export type Topics = (term: string) => number;

export function topicsOf({ history: { events }, written: { said, asked } }: ResumeFacts): Topics {
  const texts = [...said, ...asked].toSorted((a, b) => a.event.seq - b.event.seq).map(({ text }) => text);
  const calls = events.filter(({ tool }) => tool !== null).slice(-maxCalls);
  const used = new Map<string, { texts: number; lately: number }>();
  const count = (text: string, weight: number): void => {
    for (const term of termsOf(text)) {
      const known = used.get(term);
      if (known) {
        known.texts++;
        known.lately += weight;
      } else used.set(term, { texts: 1, lately: weight });
    }
  };
  for (const [at, text] of texts.entries()) count(text, 0.5 ** ((texts.length - 1 - at) / half));
  for (const [at, { summary }] of calls.entries()) count(summary, 0.5 * 0.5 ** ((calls.length - 1 - at) / half));
  const all = texts.length + calls.length;
  return (term) => {
    const { texts: own, lately } = used.get(term) ?? { texts: 0, lately: 0 };
    return own === 0 ? 0 : Math.sqrt(lately) * Math.log(1 + all / own) * (isName.test(term) ? 1.5 : 1);
  };
}

const maxCalls = 200;
/** After so many texts or calls a use counts half. */
const half = 60;
/** Numbers, paths and identifiers say more than words. */
const isName = /[\d_./]/;

/** The terms of a text: words that mean something, shortened to their stem, names whole and in their parts. */
export function termsOf(text: string): ReadonlySet<string> {
  const terms = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(words)) {
    for (const part of word.split(/[./:@#-]/)) add(part);
    add(word);
  }
  return terms;

  function add(word: string): void {
    if (word.length < 3 ? /^\d\d$/.test(word) : !common.has(word))
      terms.add(/^[a-z]+$/.test(word) ? word.slice(0, 7) : word);
  }
}

const words = /[\p{L}\p{N}_][\p{L}\p{N}_./@#:-]*[\p{L}\p{N}_]/gu;
const common: ReadonlySet<string> = new Set(
  'the and for with are was were been its this that these those from not but only which who what when where why how has have had does did into out then than there their they she her his you your our all any each both one two three more most still yet now after before because while since about over under own same other such can could should would will may must via per also just first last next new let see need get use like make here some very too well good great perfect let'.split(
    ' ',
  ),
);
