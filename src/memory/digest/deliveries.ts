import type { Event } from '../../model/event.ts';
import { commandText } from './command-text.ts';

/** Whether a call delivered work: a commit, a push, a merge, a pull request, a release. Marks call `gh` git. */
export function isDelivery(marks: readonly string[]): boolean {
  return marks.some((mark) => delivers.test(mark));
}

/** Whether this delivery, which succeeded, makes up for an earlier one that failed: a push brings no commit about. */
export function makesUpFor(delivery: Pick<Event, 'marks'>, failed: Pick<Event, 'marks'>): boolean {
  return isCommitOnly(failed.marks) ? delivery.marks.some((mark) => commits.test(mark)) : !isCommitOnly(delivery.marks);
}

/** Whether it only commits: nothing was to leave the machine. */
export function isCommitOnly(marks: readonly string[]): boolean {
  return marks.every((mark) => !delivers.test(mark) || commits.test(mark));
}

/** The result: the output of git or its host where it is informative, else the command. */
export function deliveryText({ tool, summary }: Pick<Event, 'tool' | 'summary'>, result: Event | undefined): string {
  return result !== undefined && delivered.test(result.summary)
    ? result.summary.replace(/ \(\d+ lines\)$/, '')
    : commandText(tool, summary);
}

/** What a delivery does, as a noun, and what it has done to the work. */
export function deliveryOf(marks: readonly string[]): { readonly noun: string; readonly past: string } {
  return ways.find(({ marked }) => marks.some((mark) => marked.test(mark))) ?? ways[0]!;
}

/** What was delivered, as git or its host names it. */
export function subjectOf({ summary }: Pick<Event, 'summary'>): string | undefined {
  if (!delivered.test(summary)) return undefined;
  return summary.replace(/ \(\d+ lines\)$/, '').replace(/^\[[^\]]+\] /, '');
}

/** Of several in one call the one that goes furthest. */
const ways: readonly { readonly noun: string; readonly past: string; readonly marked: RegExp }[] = [
  {
    noun: 'the release',
    past: 'released',
    marked: /^run (?:[\w.-]+ )?(?:(?:npm|pnpm|yarn|cargo) publish|(?:git|gh|glab) (?:repo|release))\b/,
  },
  { noun: 'the merge', past: 'merged', marked: /^run (?:[\w.-]+ )?(?:git merge|(?:git|gh|glab) (?:pr|mr) merge)\b/ },
  {
    noun: 'the pull request',
    past: 'put into a pull request',
    marked: /^run (?:[\w.-]+ )?(?:git|gh|glab) (?:pr|mr) create\b/,
  },
  { noun: 'the push', past: 'pushed', marked: /^run (?:[\w.-]+ )?git push\b/ },
  { noun: 'the commit', past: 'committed', marked: /^run (?:[\w.-]+ )?git commit\b/ },
];
const delivered = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^https?:\/\/\S+\/(?:pull|merge_requests|releases)\//;
const commits = /^run (?:[\w.-]+ )?git (?:commit|merge)\b/;
const delivers =
  /^run (?:[\w.-]+ )?(?:git (?:commit|push|merge)|(?:git|gh|glab) (?:pr|mr|repo|release) (?:create|merge)|(?:npm|pnpm|yarn|cargo) publish)\b/;
