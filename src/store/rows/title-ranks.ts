/**
 * How much the text that names a session says: of a notice of the program, of any event, of a prompt by a program, an answer or a greeting of a
 * person, a command, what a person asked for, the same found behind a briefing. A better one replaces a worse one. Archives have
 * these numbers, and 1 for every prompt of a person from before.
 */
export const titleRanks = { notice: -1, event: 0, program: 1, little: 2, command: 3, asked: 4, found: 5 } as const;

export type TitleRank = (typeof titleRanks)[keyof typeof titleRanks];

export interface Titles {
  /** Given by the user. */
  readonly custom_title: string | null;
  /** Given by the agent. */
  readonly title: string | null;
  /** Of a prompt. */
  readonly first_words: string | null;
  readonly by_person: number;
  /** What the session did, where the rest does not say enough; '' where it does, null where that is not decided. */
  readonly title_detail: string | null;
}

/** With what it did first, where that is what distinguishes it. */
export function shownTitle(titles: Titles): string | null {
  const name = nameOf(titles);
  return name !== null && titles.title_detail ? `${titles.title_detail} — ${name}` : name;
}

/** What agents write of a prompt with a briefing is mostly about the briefing; then it shares no word with the request. */
export function nameOf({ custom_title, title, first_words, by_person }: Omit<Titles, 'title_detail'>): string | null {
  if (custom_title !== null || first_words === null) return custom_title ?? title;
  const isMissed = by_person === titleRanks.found && title !== null && !sharesWord(title, first_words);
  return isMissed ? first_words : (title ?? first_words);
}

/** The columns of `session s` it takes. */
export const titleColumns = 's.custom_title, s.title, s.first_words, s.by_person, s.title_detail';

/** The text that `text` filters look into. */
export const titleText = `coalesce(s.title_detail, '') || ' ' || case when s.by_person = ${titleRanks.found}
  then coalesce(s.custom_title, coalesce(s.title, '') || ' ' || s.first_words)
  else coalesce(s.custom_title, s.title, s.first_words, '') end`;

function sharesWord(a: string, b: string): boolean {
  const words = new Set(a.toLowerCase().match(word));
  return (
    b
      .toLowerCase()
      .match(word)
      ?.some((each) => words.has(each)) ?? false
  );
}

/** Short ones are in every text. */
const word = /[\p{L}\p{N}][\p{L}\p{N}_-]{4,}/gu;
