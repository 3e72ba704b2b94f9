import type { FixAttempt } from '../../../model/chain.ts';
import { eventRef, type EventId } from '../../../model/ids.ts';
import { actionOf } from '../action.ts';
import { lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { withoutFolder } from '../shown-path.ts';
import { brief, times } from '../message-text.ts';
import { commandIn } from '../work.ts';
import { trimmed } from '../trimmed.ts';

/** What was tried and did not work, so that nobody tries it again, and what was taken back. */
export function deadEnds(known: Known): OfferedSection {
  const {
    failures,
    work,
    recalled: { session },
  } = known;
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
      found.push({ text: `Taken back: \`${brief(trimmed(command), 90)}\``, step: event.id, place });
  }
  const latest = found.toSorted((a, b) => b.place - a.place).slice(0, most);
  return {
    title: 'Dead ends',
    lines: latest.map(({ text, step }, at): Offered => ({
      text: brief(withoutFolder(text, session), lineRoom(known)),
      step,
      worth: 60 - Math.min(24, at * 4),
    })),
  };
}

const most = 10;

function isVain({ successful, id }: FixAttempt): boolean {
  return successful === false && eventRef(id) !== undefined;
}

/** Edits that are given up: not a change of branch. */
const takesBack =
  /\bgit (?:restore|revert|reset --hard|checkout (?:-- |HEAD |\S+\.\w{1,6}(?:\s|$))|stash(?:\s*$|\s+(?:push|drop)))/;
