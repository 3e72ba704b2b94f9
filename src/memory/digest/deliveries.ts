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

function isCommitOnly(marks: readonly string[]): boolean {
  return marks.every((mark) => !delivers.test(mark) || commits.test(mark));
}

/** The result: the output of git or its host where it is informative, else the command. */
export function deliveryText({ tool, summary }: Pick<Event, 'tool' | 'summary'>, result: Event | undefined): string {
  return result !== undefined && delivered.test(result.summary)
    ? result.summary.replace(/ \(\d+ lines\)$/, '')
    : commandText(tool, summary);
}

const delivered = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^https?:\/\/\S+\/(?:pull|merge_requests|releases)\//;
const commits = /^run (?:[\w.-]+ )?git (?:commit|merge)\b/;
const delivers =
  /^run (?:[\w.-]+ )?(?:git (?:commit|push|merge)|(?:git|gh|glab) (?:pr|mr|repo|release) (?:create|merge)|(?:npm|pnpm|yarn|cargo) publish)\b/;
