import { acts, kinds, type Act, type Kind } from '../../model/words.ts';
import { formsOf } from '../../platform/search/forms.ts';
import { isStopWord } from '../../platform/search/stop-words.ts';
import { nearWords } from '../../platform/search/typing-mistakes.ts';
import { indexedWords, wordsOf } from '../../platform/search/words.ts';
import type { SearchTerm } from '../../store/store.ts';

/** A question as it was typed, ready to be looked up. */
export interface TypedQuery {
  readonly terms: readonly SearchTerm[];
  readonly excluded: readonly SearchTerm[];
  /** Parts in quotes: the index has no order of words, so whoever shows an event checks them. */
  readonly phrases: readonly string[];
  /** Filters inside the text, such as `agent:codex`. */
  readonly filters: TypedFilters;
}

export interface TypedFilters {
  readonly agent?: string;
  readonly repo?: string;
  readonly kind?: Kind;
  readonly act?: Act;
  readonly since?: string;
  readonly tool?: string;
  readonly failed?: boolean;
}

/**
 * Reads what people type: words, `"phrases"`, `-without`, `begin*`, and filters such as `agent:codex`. What is none of
 * these is words, so any text is a question.
 */
export function readQuery(text: string): TypedQuery {
  const filters: Record<string, string | boolean> = {};
  const phrases: string[] = [];
  const excluded: SearchTerm[] = [];
  const required: SearchTerm[] = [];
  const plain: TypedWord[] = [];
  for (const { minus, quoted, word } of partsOf(text)) {
    const filter = word === undefined || minus ? undefined : filterIn(word);
    if (filter?.name === 'file') required.push(...allWords(word!, filter.value));
    else if (filter !== undefined) filters[filter.name] = filter.value === '' ? true : filter.value;
    else if (minus) excluded.push(...allWords(quoted ?? word!, quoted ?? word!));
    else if (quoted !== undefined) {
      required.push(...quotedWords(quoted));
      if (wordsOf(quoted).length > 1) phrases.push(quoted);
    } else plain.push({ word: word!.replace(/\*+$/, ''), isPrefix: word!.endsWith('*') });
  }
  // Everything left out would be a search for nothing.
  if (plain.length === 0 && required.length === 0 && excluded.length > 0) return readQuery(text.replaceAll('-', ' '));
  return {
    terms: unique([...required, ...termsOf(plain, required.length === 0)]),
    excluded,
    phrases,
    filters,
  };
}

/** The same question with nothing required: for when what is in quotes is nowhere. */
export function withoutQuotes(query: TypedQuery): TypedQuery {
  const words = query.terms
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ forms }) => forms.flatMap((form) => form.filter(({ isPrefix }) => !isPrefix)));
  const loose = termsOf(words, false);
  const kept = query.terms.map((term) => ({ ...term, isRequired: false }));
  return { ...query, terms: unique([...kept, ...loose]), phrases: [] };
}

interface TypedWord {
  readonly word: string;
  readonly isPrefix: boolean;
}

function partsOf(
  text: string,
): readonly { readonly minus: boolean; readonly quoted?: string | undefined; readonly word?: string }[] {
  return [...text.matchAll(/(?<minus>-?)"(?<quoted>[^"]+)"|(?<word>[^\s"]+)/gu)].map(({ groups }) => {
    const word = groups!['word'];
    if (word === undefined) return { minus: groups!['minus'] === '-', quoted: groups!['quoted'] };
    // A hyphen inside a word is part of it; two are a flag of a program.
    return /^-[\p{L}\p{N}]/u.test(word) ? { minus: true, word: word.slice(1) } : { minus: false, word };
  });
}

function filterIn(typed: string): { readonly name: string; readonly value: string } | undefined {
  const found = /^(agent|repo|kind|act|since|tool|file):(\S+)$/iu.exec(typed);
  if (found) {
    const [, typedName, typedValue] = found as unknown as [string, string, string];
    const name = typedName.toLowerCase();
    const value = name === 'kind' || name === 'act' ? typedValue.toLowerCase() : typedValue;
    const isKnown =
      (name !== 'kind' || (kinds as readonly string[]).includes(value)) &&
      (name !== 'act' || (acts as readonly string[]).includes(value));
    return isKnown ? { name, value } : undefined;
  }
  return typed === 'failed:' || /^(?:is|only):failed$/i.test(typed) ? { name: 'failed', value: '' } : undefined;
}

/** Words that must be in one event. */
function allWords(typed: string, text: string): readonly SearchTerm[] {
  const words = wordsOf(text).flatMap(indexedWords);
  return words.length === 0 ? [] : [{ typed, forms: [words.slice(0, maxTerms)], isRequired: true, guesses: [] }];
}

/** Words of a quoted text: anywhere in an event. The last may have another form: `"lock file"` is in `lock files`. */
function quotedWords(quoted: string): readonly SearchTerm[] {
  return allWords(`"${quoted}"`, quoted).map((term) => {
    const words = term.forms[0]!.map((word) => ({ ...word, isAnywhere: true }));
    // Of the rest of a text the index has no shorter words.
    const long = words.filter(({ word }) => word.length > 2);
    const [last, ...before] = (long.length > 0 ? long : words).toReversed();
    const lasts = words.length > 1 && last === words.at(-1) ? formsOf(last!.word) : [last!.word];
    return { ...term, forms: lasts.map((word) => [...before.toReversed(), { ...last!, word }]) };
  });
}

function termsOf(plain: readonly TypedWord[], isAlone: boolean): readonly SearchTerm[] {
  const words = plain.flatMap(({ word, isPrefix }): readonly (TypedWord & { readonly parts?: readonly string[] })[] => {
    const cut = wordsOf(word);
    if (!isPrefix && isName.test(word)) return [{ word: word.toLowerCase(), isPrefix, parts: cut }];
    return cut.map((each, at) => ({ word: each, isPrefix: isPrefix && at === cut.length - 1 }));
  });
  const telling = words.filter(({ word, isPrefix }) => isPrefix || !isStopWord(word));
  // "how to do it" is a question too, if a bad one.
  const used = telling.length > 0 || !isAlone ? telling : words;
  const last = words.at(-1);
  return used.map((each): SearchTerm => {
    const { word, isPrefix, parts } = each;
    if (parts !== undefined) {
      const forms = [parts, [parts.join('')]].map((form) => form.map((part) => ({ word: part, isPrefix: false })));
      return { typed: word, forms, isRequired: false, guesses: [] };
    }
    const indexed = indexedWords(word);
    const isOneWord = indexed.length === 1 && !indexed[0]!.isPrefix;
    if (!isOneWord) return { typed: word, forms: [indexed], isRequired: false, guesses: [] };
    if (isPrefix) return { typed: `${word}*`, forms: [[{ word, isPrefix }]], isRequired: false, guesses: [] };
    const guesses = nearWords(word).map((near) => ({ word: near, isPrefix: false }));
    // The last word may be unfinished: the page searches while people type.
    if (each === last && word.length >= shortestPrefix) guesses.unshift({ word, isPrefix: true });
    return {
      typed: word,
      forms: formsOf(word).map((form) => [{ word: form, isPrefix: false }]),
      isRequired: false,
      guesses,
    };
  });
}

/** `max_age`: its words must be in one event, or it is there as one (see `text-terms.ts`). */
const isName = /^[A-Za-z0-9]+(?:_+[A-Za-z0-9]+)+$/;

/** Two words of one stem are one term. */
function unique(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const seen = new Set<string>();
  return terms
    .filter(({ forms }) => {
      const key = forms
        .map((form) => form.map(({ word }) => word).join(' '))
        .toSorted((a, b) => (a < b ? -1 : 1))
        .join('|');
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxTerms);
}

/** Longer questions are cut; the store takes no more. */
const maxTerms = 24;
// Two letters are a prefix of so many words that collecting them takes too long.
const shortestPrefix = 3;
