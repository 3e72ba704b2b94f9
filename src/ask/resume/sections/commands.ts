import type { Act } from '../../../model/words.ts';
import { isTight, lineRoom, type Known } from '../known.ts';
import type { Offered, OfferedSection } from '../line.ts';
import { trimmed } from '../trimmed.ts';
import { brief, times } from '../words.ts';
import type { WorkCommand, WorkStep } from '../work.ts';

/** What was typed into a shell and worked, and what did not and why: those that will be typed again first. */
export function commands(known: Known): OfferedSection {
  const { work } = known;
  const now = work.steps.length - 1;
  const groups = [...Map.groupBy(work.commands.values(), ({ command }) => headOf(command)).values()].map((variants) => grouped(variants)).filter(isTelling);
  const ranked = groups.toSorted((a, b) => likely(b) - likely(a));
  const room = Math.min(isTight(known) ? 70 : 110, lineRoom(known));
  const lines = ranked.slice(0, mostCommands).map((group, at): Offered => {
    const { shown, runs } = group;
    const last = runs.at(-1)!;
    const typed = brief(trimmed(shown.command), room);
    return { text: `\`${typed}\` ${ended(runs, last)}`, step: shown.last.event.id, worth: 74 - Math.min(30, at * 1.1) };
  });
  return { title: 'Commands here', lines };

  function ended(runs: readonly WorkStep[], last: WorkStep): string {
    const failed = runs.filter(({ event }) => event.failed).length;
    if (last.result === undefined) return 'no answer yet';
    if (!last.event.failed) return failed > 0 ? `ok, after failing ${times(failed)}` : runs.length > 1 ? `ok ${times(runs.length)}` : 'ok';
    return `fails${runs.length > 1 && failed === runs.length ? ` ${times(failed)}` : ''}: ${brief(last.result.summary, isTight(known) ? 50 : 90)}`;
  }

  function likely({ runs }: Group): number {
    const last = runs.at(-1)!;
    const byAct = worthOf[last.event.act ?? 'other'] ?? 0.3;
    return byAct + 0.5 * Math.log2(runs.length) + 1 / (1 + Math.log2(1 + now - last.place)) + (last.event.failed ? 0 : 0.2);
  }
}

/** To look at a file or to write one is no command of the place, unless it is done again and again. */
function isTelling({ runs }: Group): boolean {
  const { act } = runs.at(-1)!.event;
  return (act !== 'read' && act !== 'edit') || runs.length > 1;
}

const mostCommands = 60;

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
  return trimmed(command).split(/\s+/).slice(0, 3).join(' ');
}
