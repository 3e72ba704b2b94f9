import type { Act } from '../../../model/words.ts';
import { isTight, lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { trimmed } from '../trimmed.ts';
import { brief, times, withoutTook } from '../message-text.ts';
import { commandIn, type WorkCommand, type WorkStep } from '../work.ts';

/** What was typed into a shell and worked, and what did not and why: those that will be typed again first. */
export function commands(known: Known): OfferedSection {
  const { work } = known;
  const now = work.steps.length - 1;
  const groups = [...Map.groupBy(work.commands.values(), ({ command }) => headOf(command)).values()].map((variants) =>
    grouped(variants),
  );
  const ranked = groups.filter(isDistinctive).toSorted((a, b) => likely(b) - likely(a));
  const looks = groups
    .filter((group) => isLook(group) && !isDistinctive(group))
    .toSorted((a, b) => b.shown.last.place - a.shown.last.place);
  const room = Math.min(isTight(known) ? 70 : 110, lineRoom(known));
  const lines = ranked.slice(0, mostCommands).map((group, at): Offered => {
    const { shown, runs } = group;
    const last = runs.at(-1)!;
    const typed = brief(trimmed(shown.command), room);
    return { text: `\`${typed}\` ${ended(runs, last)}`, step: shown.last.event.id, worth: 74 - Math.min(30, at * 1.1) };
  });
  return { title: 'Commands here', lines: [...lines, ...lookLines(looks)] };

  /** What was only looked for: how it was, in a few words, several to a line. */
  function lookLines(all: readonly Group[]): readonly Offered[] {
    const offered: Offered[] = [];
    for (let at = 0; at < Math.min(all.length, mostLooks); at += looksInLine) {
      const some = all.slice(at, at + looksInLine);
      offered.push({
        text: `looked with ${some.map(({ shown }) => `\`${brief(headOf(shown.command), room)}\``).join(', ')}`,
        step: some[0]!.shown.last.event.id,
        worth: 46 - at / looksInLine,
      });
    }
    return offered;
  }

  function ended(runs: readonly WorkStep[], last: WorkStep): string {
    const failed = runs.filter(({ event }) => event.failed).length;
    if (last.result === undefined) return 'no answer yet';
    if (!last.event.failed)
      return failed > 0 ? `ok, after failing ${times(failed)}` : runs.length > 1 ? `ok ${times(runs.length)}` : 'ok';
    const since = work.steps.find(
      ({ event, place, result }) =>
        place > last.place && !event.failed && result !== undefined && doesAll(event.marks, last.event.marks),
    );
    if (since) return `ok since, in \`${brief(trimmed(commandIn(since.event) ?? ''), 60)}\``;
    return `fails${runs.length > 1 && failed === runs.length ? ` ${times(failed)}` : ''}: ${brief(withoutTook(last.result.summary), isTight(known) ? 50 : 90)}`;
  }

  function likely({ runs }: Group): number {
    const last = runs.at(-1)!;
    const byAct = worthOf[last.event.act ?? 'other'] ?? 0.3;
    // What is long was written for the occasion.
    const long = trimmed(last.event.summary).length > 110 ? 0.4 : 0;
    return (
      byAct +
      0.5 * Math.log2(runs.length) +
      1 / (1 + Math.log2(1 + now - last.place)) +
      (last.event.failed ? 0 : 0.2) -
      long
    );
  }
}

/**
 * To look for a file, at one, or to write one is no command of the place, unless it is done again and again; and
 * nobody ends the same process twice, or needs to be told how to say something.
 */
function isDistinctive({ runs, shown }: Group): boolean {
  const { act } = runs.at(-1)!.event;
  if (
    /^(?:kill(?: -\w+)* \d|#|echo [^|]*$)/.test(shown.command) ||
    (runs.length === 1 && runs[0]!.result?.summary === cancelledOutput)
  )
    return false;
  return (act !== 'read' && act !== 'edit' && act !== 'search') || runs.length > 1;
}

/** What an agent says of a call that it did not make, because another failed. */
const cancelledOutput = 'Sibling tool call errored';

/** Whether what one step ran is among what another did: `npm test && npm run lint` runs both. */
function doesAll(marks: readonly string[], wanted: readonly string[]): boolean {
  // `run node` may be anything.
  const runs = wanted.filter((mark) => /^run \S+ \S/.test(mark));
  return runs.length > 0 && runs.every((mark) => marks.includes(mark));
}

function isLook({ runs }: Group): boolean {
  return runs.at(-1)!.event.act === 'search';
}

const mostCommands = 60;
const mostLooks = 30;
const looksInLine = 5;

/** How often commands of a kind are typed again. */
const worthOf: Partial<Record<Act, number>> = { check: 1.2, vcs: 0.8, shell: 0.7, edit: 0.2, read: 0.1, search: 0.2 };

interface Group {
  /** The variant to show: the last that worked, else the last. */
  readonly shown: WorkCommand;
  readonly runs: readonly WorkStep[];
}

function grouped(variants: readonly WorkCommand[]): Group {
  const byTime = variants.toSorted((a, b) => a.last.place - b.last.place);
  return {
    shown: byTime.findLast(({ last }) => !last.event.failed) ?? byTime.at(-1)!,
    runs: variants.flatMap(({ runs }) => runs).toSorted((a, b) => a.place - b.place),
  };
}

/** What makes two commands variants of one: how they begin. */
function headOf(command: string): string {
  const words = trimmed(command).split(/\s+/);
  return words.slice(0, words[0] === 'git' && words[1] === 'add' ? 2 : 3).join(' ');
}
