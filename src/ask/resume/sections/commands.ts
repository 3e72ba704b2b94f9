import type { Act } from '../../../model/words.ts';
import { isTight, lineRoom, type ResumeFacts } from '../facts/resume-facts.ts';
import type { Offered, OfferedSection } from '../pack/line.ts';
import { trimCommand } from '../pack/trim-command.ts';
import { isRefused } from '../facts/asks.ts';
import { brief, times, withoutTook } from '../facts/message-text.ts';
import { shownCheck } from './standing.ts';
import { commandIn, type WorkCommand, type WorkStep } from '../facts/work.ts';

/** Shell commands that worked, and those that failed and why; the likeliest to be used again first. */
export function commands(facts: ResumeFacts): OfferedSection {
  const { work } = facts;
  const now = work.steps.length - 1;
  // By the whole command: two selections of tests are two checks.
  const groups = [
    ...Map.groupBy(work.commands.values(), ({ command }) => trimCommand(command).replace(filters, '')).values(),
  ].map((variants) => grouped(variants));
  const shown = isTight(facts) ? shownCheck(facts) : undefined;
  const ranked = groups
    .filter(
      (group) =>
        isDistinctive(group) &&
        (!isTight(facts) || group.runs.at(-1)!.event.act === 'check' || group.runs.at(-1)!.event.failed) &&
        !isUsual.test(group.shown.command) &&
        group.runs.at(-1)!.result !== undefined &&
        group.runs.at(-1)!.event.id !== shown,
    )
    .toSorted((a, b) => likely(b) - likely(a));
  const room = Math.min(isTight(facts) ? 70 : 110, lineRoom(facts));
  const lines = ranked.slice(0, mostCommands).map((group, at): Offered => {
    const { shown, runs } = group;
    const last = runs.at(-1)!;
    const typed = brief(trimCommand(shown.command), room);
    return {
      text: `\`${typed}\` ${ended(runs, last)}`,
      step: shown.last.event.id,
      worth: 64 - (isTight(facts) && !last.event.failed ? 8 : 0) - Math.min(30, at * 3),
    };
  });
  return { title: 'Commands here', lines, share: 0.1 };

  function ended(runs: readonly WorkStep[], last: WorkStep): string {
    const failed = runs.filter(({ event }) => event.failed).length;
    const result = last.result?.summary ?? '';
    if (timedOut.test(result)) return 'unclear: its time ran out';
    if (inBackground.test(result)) return 'in the background';
    if (!last.event.failed)
      return failed > 0 ? `ok, after failing ${times(failed)}` : runs.length > 1 ? `ok ${times(runs.length)}` : 'ok';
    const since = work.steps.find(
      ({ event, place, result }) =>
        place > last.place &&
        !event.failed &&
        result !== undefined &&
        (doesAll(event.marks, last.event.marks) || isSameBut(commandIn(event), last.event)),
    );
    if (since) return `ok since, in \`${brief(trimCommand(commandIn(since.event) ?? ''), 60)}\``;
    return `fails${runs.length > 1 && failed === runs.length ? ` ${times(failed)}` : ''}: ${brief(withoutTook(result), isTight(facts) ? 50 : 90)}`;
  }

  function likely({ runs }: Group): number {
    const last = runs.at(-1)!;
    const byAct = worthOf[last.event.act ?? 'other'] ?? 0.3;
    // A long command was written for one occasion.
    const long = trimCommand(last.event.summary).length > 110 ? 0.4 : 0;
    return (
      byAct +
      0.5 * Math.log2(runs.length) +
      1 / (1 + Math.log2(1 + now - last.place)) +
      (last.event.failed ? 0 : 0.2) -
      long
    );
  }
}

/** Leaves out what nobody needs to know: `kill`, `echo`, and reading or writing a file unless it is done repeatedly. */
function isDistinctive({ runs, shown }: Group): boolean {
  if (isRefused(runs.at(-1)!.result?.summary ?? '')) return false;
  const { act } = runs.at(-1)!.event;
  if (
    /^(?:kill(?: -\w+)* \d|#|echo [^|]*$|(?:python3?|node|ruby|perl|bash|sh) -\w*[ce]\b)/.test(shown.command) ||
    (runs.length === 1 && runs[0]!.result?.summary === cancelledOutput)
  )
    return false;
  return (act !== 'read' && act !== 'edit' && act !== 'search') || runs.length > 1;
}

/** The result an agent records for a call it cancelled because another one failed. */
const cancelledOutput = 'Sibling tool call errored';

/** Whether one step's commands are part of another's: `npm test && npm run lint` runs both. */
function doesAll(marks: readonly string[], wanted: readonly string[]): boolean {
  // `run node` is too general to compare.
  const runs = wanted.filter((mark) => /^run \S+ \S/.test(mark));
  return runs.length > 0 && runs.every((mark) => marks.includes(mark));
}

/** Everybody knows them. */
const isUsual = /^git (?:-C \S+ |--no-pager )*(?:status|diff|log|show|add|commit|push|pull|branch)\b/;
const timedOut = /\b(?:timed out|time-?out|moved to the background)\b/i;
const inBackground = /\brunning in (?:the )?background\b/i;
/** Another look at the same output. */
const filters = /\s*(?:2>&1)?\s*\|\s*(?:grep|rg|tail|head|wc|sort)\b.*$/;
const mostCommands = 60;

/** How likely a kind of command is to be used again. */
const worthOf: Partial<Record<Act, number>> = { check: 1.2, vcs: 0.8, shell: 0.7, edit: 0.2, read: 0.1, search: 0.2 };

/** The same command with other quotes, as it is repeated where a shell took it apart. */
function isSameBut(command: string | undefined, failed: WorkStep['event']): boolean {
  const before = commandIn(failed);
  return command !== undefined && before !== undefined && bare(command) === bare(before);
}

function bare(command: string): string {
  return trimCommand(command).replace(/["'`\\^\s]+/g, '');
}

interface Group {
  /** The variant to show: the last that worked, otherwise the last. */
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
