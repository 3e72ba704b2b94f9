/** Whether a text shows nothing of a session: an answer, a greeting, a command of the program, one word. */
export function isUninformative(text: string): boolean {
  if (/^!|^\/[\w:.-]+$/.test(text)) return true;
  // An answer to a list of choices.
  if (/^\d{1,3}(?:[,.)]?\s|$)/.test(text)) return true;
  // Chinese and Japanese have no spaces between words.
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4}/u.test(text)) return false;
  if (!text.includes(' ')) return true;
  const words = text.toLowerCase().match(word) ?? [];
  if (words.length > 4) return false;
  return words.filter((each) => each.length > 1).length < 2 || words.every((each) => fillers.has(each));
}

const word = /[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu;

const fillers: ReadonlySet<string> = new Set(
  `a again ahead alright and commit continue do done fine go going good great hello hey hi i it keep let's lets me next no
   nope now ok okay on perfect please pls proceed push resume retry sorry sure thank thanks that the then there this to try
   yeah yep yes you`.split(/\s+/),
);

/** Whether a short text goes on from something that was said before: `ok lets get back to main`, `fix these`. */
export function refersBack(text: string): boolean {
  const words = text.toLowerCase().match(word) ?? [];
  if (words.length > 10) return false;
  if (connectives.has(words[0] ?? '')) return true;
  const named = words.filter((each) => each.length > 3 && !pointers.has(each) && !fillers.has(each));
  return named.length < 2 && words.some((each) => pointers.has(each));
}

const connectives: ReadonlySet<string> = new Set('also alright and but no ok okay so then well yes'.split(' '));
const pointers: ReadonlySet<string> = new Set('it that them these this those'.split(' '));

/** Whether the name an agent gave a session is none: one word, a piece of another text, its instructions for naming. */
export function isEmptyTitle(title: string): boolean {
  return (
    isUninformative(title) ||
    /^[-*•]\s/.test(title) ||
    (/^\p{Ll}/u.test(title) && title.split(' ', 8).length > 7) ||
    /\b(?:max(?:imum)?|only|under|up to)\b[^.]{0,20}\b(?:characters|words|title)\b/i.test(title)
  );
}
