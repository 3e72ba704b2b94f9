import type { FixAttempt } from '../../../model/chain.ts';
import { eventRef, type EventId } from '../../../model/ids.ts';
import { actionOf } from '../pack/action.ts';
import { lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { withoutFolder } from '../files/shown-path.ts';
import { brief, times } from '../facts/message-text.ts';
import type { Stated } from './found.ts';
import { commandIn } from '../facts/work.ts';
import { trimCommand } from '../pack/trim-command.ts';

/** Attempts that did not work and edits that were reverted. */
export function deadEnds(facts: ResumeFacts, { vain }: Stated): OfferedSection {
  const {
    failures,
    work,
    history: { session },
  } = facts;
  const found: { readonly text: string; readonly step: EventId; readonly place: number }[] = [];
  const places = new Map<string, number>(work.steps.map(({ event, place }) => [event.id, place]));
  const tried = Map.groupBy(
    failures
      .filter(({ state }) => state === 'resolved')
      .flatMap(({ error, attempts }) =>
        attempts
          .filter(isVain)
          .map((attempt) => ({ attempt, error, helped: attempts.findLast(({ successful }) => successful === true) })),
      ),
    ({ attempt, error }) => `${error.fingerprint} ${actionOf(attempt.action)}`,
  );
  for (const [same] of [...tried.values()].map((each) => [each] as const)) {
    const { attempt, error, helped } = same[0]!;
    const instead =
      helped && actionOf(helped.action) !== actionOf(attempt.action)
        ? `; what worked: ${brief(actionOf(helped.action), 70)}`
        : '; worked in the end';
    found.push({
      text: `${brief(actionOf(attempt.action), 70)} (${times(new Set(same.map((each) => each.attempt.id)).size)}) did not help against "${brief(error.message, 60)}"${instead}`,
      step: attempt.id as EventId,
      place: places.get(attempt.id) ?? -1,
    });
  }
  for (const { event, place } of work.steps) {
    const command = commandIn(event);
    if (command !== undefined && !event.failed && takesBack.test(command))
      found.push({ text: `Taken back: \`${brief(trimCommand(command), 90)}\``, step: event.id, place });
  }
  const latest = found.toSorted((a, b) => b.place - a.place).slice(0, most);
  return {
    title: 'Did not work',
    lines: [
      ...vain,
      ...latest.map(({ text, step }, at): Offered => ({
        text: brief(withoutFolder(text, session), lineRoom(facts)),
        step,
        worth: 60 - Math.min(24, at * 4),
      })),
    ],
    share: 0.12,
  };
}

const most = 10;

function isVain({ successful, id }: FixAttempt): boolean {
  return successful === false && eventRef(id) !== undefined;
}

/** Commands that discard edits; changing the branch does not. */
const takesBack =
  /\bgit (?:restore|revert|reset --hard|checkout (?:-- |HEAD |\S+\.\w{1,6}(?:\s|$))|stash(?:\s*$|\s+push))/;
