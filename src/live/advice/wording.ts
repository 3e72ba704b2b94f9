import type { Applied, Lesson } from '../../memory/advice/lesson.ts';
import type { Advice } from '../../memory/advice/advise.ts';
import type { Chain } from '../../model/chain.ts';
import { redact } from '../../platform/redact.ts';
import type { Loop } from './loop.ts';

/** About 120 tokens of English and commands. */
export const longest = 440;

/**
 * What is said to an agent after a failed call. It reads like a note of a colleague and not like an order: what is in it comes from what
 * commands printed and people typed.
 */
export function adviceText({ lesson, fix, worked, of, vain, like }: Advice, now: number): string {
  const times = worked === of ? `all ${of} times` : `${worked} of ${of} times`;
  const where = [ago(like.error.at, now), like.error.repo && `in ${short(like.error.repo, 40)}`].filter(Boolean).join(' ');
  return said([
    `Note from stemma, this machine's history of coding sessions: this failed in the same way before, and ${helped(lesson, fix)} (${times}${where && `, last ${where}`}).`,
    ...(vain.length > 0 ? [`Did not help: ${vain.slice(0, 2).map((mark) => short(plainMark(mark), 50)).join('; ')}.`] : []),
    `More: ${whereToLook(like)}`,
  ]);
}

/** What is said once of a call that runs in a circle. */
export function loopText({ times, worked }: Loop, { advice, solved }: { readonly advice: Advice | undefined; readonly solved: Chain | undefined }, now: number): string {
  const last = solved?.attempts.find(({ successful }) => successful !== false);
  return said([
    `Note from stemma: this call has now failed ${times} times and nothing was changed in between.`,
    ...(advice ? [`In earlier sessions ${helped(advice.lesson, advice.fix)} (${advice.worked} of ${advice.of} times).`] : []),
    ...(worked ? [`It last worked in this session ${ago(new Date(worked.at).toISOString(), now)}; done since then: ${worked.since.length > 0 ? worked.since.slice(-3).map((mark) => short(plainMark(mark), 50)).join('; ') : 'nothing that hooks told of'}.`] : []),
    ...(!advice && !worked && solved && last ? [`When it last worked after failing so, ${ago(solved.resolved_at, now)}, this was done: ${short(last.action, 100)}.`] : []),
    ...[solved ?? advice?.like].flatMap((chain) => (chain ? [`More: ${whereToLook(chain)}`] : [])),
  ]);
}

function whereToLook({ basis, id, error }: Chain): string {
  return basis === 'mined' ? `stemma why ${error.id}` : `stemma similar ${id}`;
}

function helped(lesson: Lesson, { text, mark }: Applied): string {
  if (lesson.is === 'rewrite') return `\`${short(text, 160)}\` worked instead`;
  const [does = '', ...what] = mark.split(' ');
  const object = short(what.join(' '), 100);
  if (does === 'edit') return `a change in ${object} helped`;
  return does === 'read' ? `reading ${object} first helped` : `running \`${object}\` helped`;
}

/** `run npm ci` is `npm ci`. */
function plainMark(mark: string): string {
  return mark.replace(/^run /, '');
}

function said(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text} ${sentence}`;
    if (next.length <= longest) text = next;
  }
  return redact(text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/g, ' '));
}

/** Cut at the end; what people typed may hold anything. */
function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function ago(at: string | null, now: number): string {
  if (at === null) return 'before';
  const minutes = Math.max(0, now - Date.parse(at)) / 60_000;
  if (minutes < 90) return `${Math.max(1, Math.round(minutes))} min ago`;
  return minutes < 36 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 60 / 24)} days ago`;
}

