import type { Event } from '../../../model/event.ts';
import type { EventId } from '../../../model/ids.ts';
import { isCheck } from '../../../memory/digest/is-check.ts';
import { toolDoing } from '../../../normalise/tools.ts';
import type { History } from './read-history.ts';

/** A stretch of a session seen as work: edits and reads per file, commands, checks, commits. */
export interface Work {
  /** Calls and prompts, oldest first. */
  readonly steps: readonly WorkStep[];
  readonly files: ReadonlyMap<string, WorkFile>;
  /** By the command line as typed. */
  readonly commands: ReadonlyMap<string, WorkCommand>;
  /** The last successful commit, and the last finished check. */
  readonly commit: WorkStep | undefined;
  readonly check: WorkStep | undefined;
  /** The last check that passed. */
  readonly green: WorkStep | undefined;
}

export interface WorkStep {
  readonly event: Event;
  /** Number of the step, from 0. A sub-agent's steps have the number of the call that started it. */
  readonly place: number;
  readonly by: 'agent' | 'sub-agent';
  /** The result; undefined while there is none. */
  readonly result: Event | undefined;
}

export interface WorkFile {
  readonly path: string;
  /** By the agent itself, not a sub-agent. */
  readonly edits: readonly WorkStep[];
  readonly reads: readonly WorkStep[];
  /** Tried and refused. */
  readonly failed: readonly WorkStep[];
  readonly delegated: readonly WorkStep[];
  readonly last: WorkStep;
}

export interface WorkCommand {
  readonly command: string;
  readonly runs: readonly WorkStep[];
  readonly last: WorkStep;
}

export function workOf({ session, events, delegated }: History): Work {
  const steps = stepsOf(events, 'agent');
  const placeOf = new Map<EventId, number>(steps.map(({ event, place }) => [event.id, place]));
  const helpers = delegated.flatMap(({ events: own, call }) =>
    stepsOf(own, 'sub-agent').map((step) => ({
      ...step,
      place: (call !== null ? placeOf.get(call) : undefined) ?? placeAt(steps, step.event),
    })),
  );
  const calls = steps.filter(isCall);
  return {
    steps,
    files: filesOf(
      [...calls, ...helpers.filter(isCall)].toSorted((a, b) => a.place - b.place),
      session.cwd,
    ),
    commands: commandsOf(calls),
    commit: [...calls, ...helpers]
      .toSorted((a, b) => a.place - b.place)
      .findLast(
        (step) =>
          step.event.marks.some((mark) => isCommit.test(mark)) && !step.event.failed && step.result !== undefined,
      ),
    check: calls.findLast((step) => isCheck(step.event) && step.result !== undefined),
    green: calls.findLast((step) => isCheck(step.event) && !step.event.failed && step.result !== undefined),
  };
}

const isCommit = /^run git commit$/;

/** Steps with their results, in the order of the steps. */
function stepsOf(events: readonly Event[], by: WorkStep['by']): readonly WorkStep[] {
  const results = new Map<EventId, Event>();
  for (const event of events)
    if (event.step !== null && event.step !== event.id && isResult(event)) results.set(event.step, event);
  return events
    .filter((event) => event.step === event.id)
    .map((event, place) => ({ event, place, by, result: results.get(event.id) }));
}

function isResult({ kind }: Event): boolean {
  return kind === 'tool_result' || kind === 'error';
}

/** The agent's own step during which a sub-agent's event happened. */
function placeAt(steps: readonly WorkStep[], { at }: Event): number {
  if (at === null) return 0;
  return Math.max(
    0,
    steps.findLastIndex(({ event }) => event.at !== null && event.at <= at),
  );
}

export function isCall({ event }: WorkStep): boolean {
  return event.tool !== null;
}

function filesOf(calls: readonly WorkStep[], cwd: string | null): Map<string, WorkFile> {
  // A sub-agent may have no working folder: then its paths stay absolute.
  const folder = cwd === null ? undefined : `${cwd.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  const files = new Map<
    string,
    { path: string; edits: WorkStep[]; reads: WorkStep[]; failed: WorkStep[]; delegated: WorkStep[]; last: WorkStep }
  >();
  for (const step of calls) {
    for (const gone of goneBy(step, folder))
      for (const path of files.keys()) if (path === gone || path.startsWith(`${gone}/`)) files.delete(path);
    for (const mark of step.event.marks) {
      const [does, whole] = split(mark);
      const path = folder !== undefined && whole.startsWith(folder) ? whole.slice(folder.length) : whole;
      if ((does !== 'edit' && does !== 'read') || !isFile(path)) continue;
      let file = files.get(path);
      // A file that could not be read usually did not exist.
      if (!file && does === 'read' && step.event.failed) continue;
      if (!file) files.set(path, (file = { path, edits: [], reads: [], failed: [], delegated: [], last: step }));
      file.last = step;
      if (step.by === 'sub-agent') file.delegated.push(step);
      else if (step.event.failed) file.failed.push(step);
      else (does === 'edit' ? file.edits : file.reads).push(step);
    }
  }
  return files;
}

/** Paths that were moved or removed; a folder with everything in it. */
function goneBy({ event }: WorkStep, folder: string | undefined): readonly string[] {
  const [, program] = /(?:^|[\s;&(])(mv|rm) /.exec(event.failed || event.tool === null ? '' : event.summary) ?? [];
  if (program === undefined) return [];
  const paths = event.marks
    .flatMap((mark) => (mark.startsWith('edit ') ? [split(mark)[1]] : []))
    .map((path) =>
      (folder !== undefined && path.startsWith(folder) ? path.slice(folder.length) : path).replace(/\/+$/, ''),
    );
  return program === 'mv' ? paths.slice(0, 1) : paths;
}

/** A name with a suffix: folders, patterns and devices are not files to continue with. */
function isFile(path: string): boolean {
  return /[^/]\.[a-z0-9]{1,10}$/i.test(path) && !/[*?{}$<>|"'\s]/.test(path);
}

function split(mark: string): readonly [string, string] {
  const space = mark.indexOf(' ');
  return [mark.slice(0, space), mark.slice(space + 1)];
}

function commandsOf(calls: readonly WorkStep[]): Map<string, WorkCommand> {
  const commands = new Map<string, { command: string; runs: WorkStep[]; last: WorkStep }>();
  for (const step of calls) {
    const command = commandIn(step.event);
    if (command === undefined) continue;
    const known = commands.get(command);
    if (known) {
      known.runs.push(step);
      known.last = step;
    } else commands.set(command, { command, runs: [step], last: step });
  }
  return commands;
}

/** The shell command of an event, as far as its summary has it; undefined for other calls. */
export function commandIn({ tool, summary }: Event): string | undefined {
  if (tool === null || !summary.startsWith(`${tool} `)) return undefined;
  const typed = summary.slice(tool.length + 1).trim();
  if (typed === '') return undefined;
  return toolDoing(tool) === 'command' ? typed : undefined;
}
