import type { Event } from '../../model/event.ts';
import { commandText } from './command-text.ts';

/** Whether what a call did brought work where it stays: a commit, a push, a merge, a pull request, a release. */
export function isDelivery(marks: readonly string[]): boolean {
  return marks.some((mark) => delivers.test(mark));
}

/** What came of it: what git or its host said where it tells, else the command. */
export function deliveryText({ tool, summary }: Pick<Event, 'tool' | 'summary'>, result: Event | undefined): string {
  return result !== undefined && delivered.test(result.summary)
    ? result.summary.replace(/ \(\d+ lines\)$/, '')
    : commandText(tool, summary);
}

const delivered = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^https?:\/\/\S+\/(?:pull|merge_requests|releases)\//;
const delivers =
  /^run (?:[\w.-]+ )?(?:git (?:commit|push|merge)|(?:gh|glab) (?:pr|mr) (?:create|merge)|gh release create|(?:npm|pnpm|yarn|cargo) publish)\b/;
