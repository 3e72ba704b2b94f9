import { dirname } from 'node:path';
import type { FileOutcome, Outcome, Status } from '../../../live/install/outcome.ts';
import { plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { wrap } from '../../text/width.ts';
import type { RenderContext } from '../render-context.ts';

interface InstallPage extends Pick<RenderContext, 'ink' | 'columns'> {
  /** Shown as ~. */
  readonly home: string;
  readonly dryRun: boolean;
}

/** For each agent: what was done, what it captures, what is left to the person. */
export function renderInstall(outcomes: readonly Outcome[], page: InstallPage): string {
  if (outcomes.length === 0) return 'There is nothing to do: no agent was found.\n';
  return outcomes
    .map((outcome) =>
      renderOutcome(outcome, page)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

const said: Readonly<Record<Status, readonly [string, string]>> = {
  installed: ['installed', 'would be installed'],
  updated: ['brought up to date', 'would be brought up to date'],
  unchanged: ['was installed already, nothing to change', 'is installed already, nothing to change'],
  removed: ['removed', 'would be removed'],
  'not-installed': ['was not installed', 'is not installed'],
  unsupported: ['has no hooks', 'has no hooks'],
  failed: ['failed', 'would fail'],
};

function renderOutcome(
  {
    title,
    version,
    status,
    present,
    files,
    events,
    captures,
    advice,
    resume,
    mcp,
    mcp_note: mcpNote,
    to_do: toDo,
    error,
  }: Outcome,
  page: InstallPage,
): string[] {
  const { ink, columns, dryRun } = page;
  const lines = [`${ink.bold(oneLine(`${title}${version ? ` ${version}` : ''}`))}: ${said[status][dryRun ? 1 : 0]}`];
  const row = (name: string, text: string): void => {
    const [first = '', ...more] = wrap(oneLine(text), columns - 12);
    lines.push(`  ${ink.dim(name.padEnd(10))}${first}`, ...more.map((line) => ' '.repeat(12) + line));
  };
  if (error) {
    row('error', error.message);
    row('', error.hint);
    return lines;
  }
  const isExact = status === 'removed' && toDo.length === 0;
  for (const text of filesShown(files, page))
    row('file', `${text}${isExact && !dryRun ? '; all is as it was before, to the byte' : ''}`);
  if (status !== 'removed' && status !== 'not-installed' && captures)
    row('captures', `${captures} (${plural(events.length, 'event')})`);
  if (advice !== null)
    row(
      'advice',
      advice
        ? 'after a failed call it gets what fixed the same failure before, when confidence is high enough (--no-advice leaves it out)'
        : 'none; install again without --no-advice for it',
    );
  if (resume !== null)
    row(
      'resume',
      resume
        ? 'it gets where work was left, when a session starts or was compacted (--no-resume leaves it out)'
        : 'nothing; install again without --no-resume for it',
    );
  if (mcp)
    row('mcp', 'it can ask stemma itself: why, what fixed it before, where work was left (--no-mcp leaves it out)');
  else if (mcpNote !== null) row('mcp', `none: ${mcpNote}`);
  else if (mcp === false) row('mcp', 'none; install again without --no-mcp for it');
  if (status === 'unsupported') row('instead', toDo.join(' '));
  else for (const text of toDo) row(status === 'removed' ? 'note' : 'to do', text);
  if (!present && (status === 'installed' || status === 'updated'))
    row('note', 'it was not found on this machine; everything is in place for when it is');
  if (dryRun)
    for (const { diff } of files)
      lines.push(
        ...safeText(diff)
          .trimEnd()
          .split('\n')
          .filter(Boolean)
          .map((line) => painted(line, ink)),
      );
  return lines;
}

/** Many files in one folder are counted. */
function filesShown(files: readonly FileOutcome[], { home, dryRun }: InstallPage): string[] {
  const short = (path: string): string => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const changed = files.filter(({ change }) => change !== 'unchanged');
  if (changed.length <= 2) {
    return changed.map(
      ({ path, change, backup }) =>
        `${short(path)} ${dryRun ? `(${change})` : change}${backup ? `; what was there is kept in ${short(backup)}` : ''}`,
    );
  }
  const first = changed[0]!;
  return [`${plural(changed.length, 'file')} ${first.change} in ${short(dirname(first.path))}`];
}

function painted(line: string, ink: RenderContext['ink']): string {
  return /^(\+\+\+|---|@@)/.test(line) ? ink.dim(line) : line;
}
