import type { Event } from '../../model/event.ts';
import { commandText } from './command-text.ts';

/** Whether a call delivered work: a commit, a push, a merge, a pull request, a release. Marks call `gh` git. */
export function isDelivery(marks: readonly string[]): boolean {
  return marks.some((mark) => delivers.test(mark));
}

/** The result: the output of git or its host where it is informative, else the command. */
export function deliveryText({ tool, summary }: Pick<Event, 'tool' | 'summary'>, result: Event | undefined): string {
  return result !== undefined && delivered.test(result.summary)
    ? result.summary.replace(/ \(\d+ lines\)$/, '')
    : commandText(tool, summary);
}

const delivered = /^\[[^\]\n]+ [0-9a-f]{7,40}\] |^https?:\/\/\S+\/(?:pull|merge_requests|releases)\//;
const delivers =
  /^run (?:[\w.-]+ )?(?:git (?:commit|push|merge)|(?:git|gh|glab) (?:pr|mr|repo|release) (?:create|merge)|(?:npm|pnpm|yarn|cargo) publish)\b/;
