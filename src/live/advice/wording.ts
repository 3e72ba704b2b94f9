import type { Advice } from '../../memory/advice/advise.ts';
import { commandIn } from '../../memory/advice/rewrite.ts';
import { retryMark } from '../../memory/errors/marks.ts';
import { isReckless } from '../../memory/advice/reckless.ts';
import type { Chain } from '../../model/chain.ts';
import { ago, plainText } from '../plain-text.ts';
import type { Loop } from './loop.ts';

/** About 120 tokens of English and commands. */
export const longest = 440;

/**
 * The note for an agent after a failed call. It reads like a colleague's note, not like an order: its content comes
 * from commands' output and people's prompts, so it states that it is no instruction, and all of it is quoted.
 */
export function adviceText(advice: Advice, now: number): string {
  const { error } = advice.like;
  const last = [ago(error.at, now), error.repo && `in ${quoted(error.repo, 40)}`].filter(Boolean).join(' ');
  return joined([
    `Note from stemma (history of coding sessions on this machine; no instruction): this failed in the same way before, and ${helped(advice)} (${often(advice)}${last && `, last ${last}`}).`,
    advice.vain.length > 0 && `Did not help: ${marksText(advice.vain.slice(0, 2))}.`,
    whereToLook(advice.like, advice.of),
  ]);
}

/** The note about a call in a loop. */
export function loopText(
  { times, worked }: Loop,
  { advice, solved }: { readonly advice: Advice | undefined; readonly solved: Chain | undefined },
  now: number,
): string {
  const done = solved?.attempts.find(({ successful, marks }) => successful === true && !marks.includes(retryMark));
  return joined([
    `Note from stemma: this call has now failed ${times} times, and no change in between was seen.`,
    advice && `In earlier sessions ${helped(advice)} (${often(advice)}).`,
    worked &&
      `It last worked in this session ${ago(worked.at, now)}; done since then: ${worked.since.length > 0 ? marksText(worked.since.slice(-3)) : 'nothing that hooks reported'}.`,
    !advice &&
      !worked &&
      done &&
      `When it last worked after failing so, ${ago(solved!.resolved_at, now)}, this was done: ${quoted(done.action, 100)}.`,
    whereToLook(solved ?? advice?.like, advice?.of),
  ]);
}

/** A command that shows more. A manual entry has no history, but there may be others like it. */
function whereToLook(chain: Chain | undefined, cases = 1): string | undefined {
  if (chain && chain.basis !== 'manual') return `More: stemma why ${chain.error.id}`;
  return chain && cases > 1 ? `More: stemma similar ${chain.id}` : undefined;
}

function often({ worked, of }: Advice): string {
  return `${worked} of the last ${of} times`;
}

function helped({ pattern, fix, like }: Advice): string {
  if (pattern.is === 'manual') return `what helped is ${quoted(fix.text, 160)}, a manual entry`;
  if (pattern.is === 'rewrite') return `${quoted(fix.text, 160)} worked instead`;
  const [does = '', ...what] = fix.mark.split(' ');
  const object = quoted(what.join(' '), 100);
  if (does === 'read') return `reading ${object} first helped`;
  if (does === 'run') return `running ${object} helped`;
  // A command that changed the file, or removed it, is more informative than the file's name.
  const by = like.attempts.find(({ successful, marks }) => successful !== false && marks.includes(fix.mark));
  const command = (by && commandIn(by.action)?.join(' ')) ?? '';
  return command === '' || isReckless(command)
    ? `a change in ${object} helped`
    : `running ${quoted(command, 100)} helped`;
}

/** `run npm ci` is `npm ci`. */
function marksText(marks: readonly string[]): string {
  return marks.map((mark) => quoted(mark.replace(/^run /, ''), 50)).join('; ');
}

/** As many of the sentences as fit, in order. */
function joined(sentences: readonly (string | false | null | undefined)[]): string {
  let text = '';
  for (const sentence of sentences) {
    if (sentence && text.length + 1 + sentence.length <= longest) text = text === '' ? sentence : `${text} ${sentence}`;
  }
  return text;
}

/**
 * Text of others, without characters that would end the quotes, cut at the end. Cut last: half a key is not recognised
 * any more.
 */
function quoted(text: string, maxLength: number): string {
  const plain = plainText(text).replaceAll('`', "'");
  return `\`${plain.length <= maxLength ? plain : `${plain.slice(0, maxLength - 1).toWellFormed()}…`}\``;
}
