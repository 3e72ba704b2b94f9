import { installStatusLine, removeStatusLine, type StatusLineOutcome } from '../../live/status-line/set-status-line.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { agentsWithStatusLine } from '../../sources/registry.ts';
import type { Run } from '../run.ts';
import { statusLineKit } from '../settings/hook-kit.ts';
import { oneLine } from '../text/safe-text.ts';

/** Adds our status line to the agents that can show it, or takes it out again. */
export function statusLineRun(
  run: Run,
  agents: readonly string[],
  { dryRun, isRemoved }: { readonly dryRun: boolean; readonly isRemoved: boolean },
): readonly StatusLineOutcome[] {
  const kit = statusLineKit(run);
  if (kit === undefined)
    throw new StemmaError('bad-argument', 'The program that draws the status line was not built.', {
      hint: 'Run `npm run build`.',
    });
  const work = { machine: run.app.machine, kit, dryRun };
  return agentsWithStatusLine
    .filter(({ name }) => agents.length === 0 || agents.includes(name))
    .map((agent) => (isRemoved ? removeStatusLine : installStatusLine)(agent, work))
    .map((outcome) => (run.settings.raw ? outcome : { ...outcome, command: redact(outcome.command) }));
}

export function statusLineText(outcomes: readonly StatusLineOutcome[]): string {
  return outcomes.map((outcome) => `${oneLine(textOf(outcome))}\n`).join('');
}

function textOf({ title, path, status, command }: StatusLineOutcome): string {
  switch (status) {
    case 'installed':
      return `${title}: status line added to ${path}`;
    case 'unchanged':
      return `${title}: the status line is there already`;
    case 'removed':
      return `${title}: status line removed from ${path}`;
    case 'not-installed':
      return `${title}: has no status line of stemma`;
    case 'taken':
      return `${title}: ${path} names another status line, which was left alone: ${command}. It can run \`stemma statusline\` and print its line too.`;
  }
}
