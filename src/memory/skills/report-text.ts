import type { SkillsSummary } from './all-metrics.ts';
import { counted, shareText, secondsText } from './share-text.ts';
import type { SkillMetrics } from './skill-metrics.ts';

/** What was used, how often it was completed, and what went wrong. */
export function reportText(
  summary: SkillsSummary,
  metrics: readonly SkillMetrics[],
  { about = 'all sessions', limit = 30 }: { readonly about?: string; readonly limit?: number } = {},
): string {
  const lines = [`Skills in ${about}`, ''];
  if (summary.total_invocations === 0) return `${lines.join('\n')}No skill, command, sub-agent or MCP tool was used.\n`;
  lines.push(
    `${counted(summary.total_invocations, 'use')} of ${counted(summary.total_skills, 'skill')} in ${counted(summary.sessions, 'session')}`,
    `completed ${summary.completed_invocations}, abandoned ${summary.abandoned_invocations}, unknown ${summary.unknown_invocations}: ${shareText(summary.completion)}`,
  );
  if (summary.avg_duration_seconds !== null)
    lines.push(`average duration ${secondsText(summary.avg_duration_seconds)}`);
  lines.push('');
  const shown = metrics.slice(0, limit);
  const width = Math.min(36, Math.max(5, ...shown.map(({ skill_name }) => skill_name.length)));
  lines.push(`${'skill'.padEnd(width)}  uses  completed                  mean time  most frequent trouble`);
  for (const each of shown) {
    const [error, times] = Object.entries(each.common_errors)[0] ?? [];
    const name =
      each.skill_name.length > width ? `${each.skill_name.slice(0, width - 1)}…` : each.skill_name.padEnd(width);
    lines.push(
      `${name}  ${String(each.total_invocations).padStart(4)}  ${shareText(each.completion).padEnd(25)}  ${secondsText(each.avg_duration_seconds).padStart(9)}  ${error === undefined ? '' : `${error} ${times}×`}`.trimEnd(),
    );
  }
  if (metrics.length > shown.length) lines.push(`… and ${metrics.length - shown.length} more`);
  const paths = shown.slice(0, maxPathsOf).filter(({ workflow_paths }) => Object.keys(workflow_paths).length > 0);
  if (paths.length > 0)
    lines.push(
      '',
      'Paths of the work',
      ...paths.map((each) => `  ${each.skill_name}: ${frequent(each.workflow_paths)}`),
    );
  const next = frequent(summary.follow_up_actions);
  if (next !== '') lines.push('', `What follows: ${next}`);
  return `${lines.join('\n')}\n`;
}

const maxPathsOf = 3;
const maxNamed = 5;

function frequent(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .slice(0, maxNamed)
    .map(([name, times]) => `${name} ${times}×`)
    .join(', ');
}
