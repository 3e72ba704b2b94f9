import { dirname } from 'node:path';
import type { FileOutcome, Outcome, Status } from '../../../live/install/outcome.ts';
import { plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { wrap } from '../../text/width.ts';
import type { RenderContext } from '../render-context.ts';

interface InstallRenderOptions extends Pick<RenderContext, 'ink' | 'columns'> {
  /** Shown as ~. */
  readonly home: string;
  readonly dryRun: boolean;
}

/** For each agent: what changed, what is captured, what is left to do. */
export function renderInstall(outcomes: readonly Outcome[], page: InstallRenderOptions): string {
  if (outcomes.length === 0) return 'Nothing to do: no agent was found.\n';
  return outcomes
    .map((outcome) =>
      renderOutcome(outcome, page)
        .map((line) => `${line}\n`)
        .join(''),
    )
    .join('\n');
}

const statusTexts: Readonly<Record<Status, readonly [string, string]>> = {
  installed: ['installed', 'would be installed'],
  updated: ['updated', 'would be updated'],
  unchanged: ['already installed, nothing to change', 'already installed, nothing to change'],
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
  page: InstallRenderOptions,
): string[] {
  const { ink, columns, dryRun } = page;
  const lines = [
    `${ink.bold(oneLine(`${title}${version ? ` ${version}` : ''}`))}: ${statusTexts[status][dryRun ? 1 : 0]}`,
  ];
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
    row('file', `${text}${isExact && !dryRun ? '; restored byte for byte' : ''}`);
  if (status !== 'removed' && status !== 'not-installed' && captures)
    row('captures', `${captures} (${plural(events.length, 'event')})`);
  if (advice !== null)
    row(
      'advice',
      advice
        ? 'on: the known fix after a failed call, if confidence is high enough (off: --no-advice)'
        : 'off; install again without --no-advice to turn it on',
    );
  if (resume !== null)
    row(
      'resume',
      resume
        ? 'on: a summary of unfinished work when a session starts or was compacted (off: --no-resume)'
        : 'off; install again without --no-resume to turn it on',
    );
  if (mcp) row('mcp', 'on: the agent can query causes, known fixes and earlier work (off: --no-mcp)');
  else if (mcpNote !== null) row('mcp', `none: ${mcpNote}`);
  else if (mcp === false) row('mcp', 'off; install again without --no-mcp to turn it on');
  if (status === 'unsupported') row('instead', toDo.join(' '));
  else for (const text of toDo) row(status === 'removed' ? 'note' : 'to do', text);
  if (!present && (status === 'installed' || status === 'updated'))
    row('note', 'the agent was not found on this machine; the settings are ready for it');
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

/** Files by name, or their number if there are many. */
function filesShown(files: readonly FileOutcome[], { home, dryRun }: InstallRenderOptions): string[] {
  const short = (path: string): string => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path);
  const changed = files.filter(({ change }) => change !== 'unchanged');
  if (changed.length <= 2) {
    return changed.map(
      ({ path, change, backup }) =>
        `${short(path)} ${dryRun ? `(${change})` : change}${backup ? `; the previous file is kept in ${short(backup)}` : ''}`,
    );
  }
  const first = changed[0]!;
  return [`${plural(changed.length, 'file')} ${first.change} in ${short(dirname(first.path))}`];
}

function painted(line: string, ink: RenderContext['ink']): string {
  return /^(\+\+\+|---|@@)/.test(line) ? ink.dim(line) : line;
}
