import type { SkillAnswer } from '../../../ask/skills/skill.ts';
import type { SkillsAnswer } from '../../../ask/skills/skills.ts';
import type { ImportedSkills } from '../../../ingest/manual/import-skill-metrics.ts';
import type { Heatmap } from '../../../memory/skills/heatmap.ts';
import { heatmapText } from '../../../memory/skills/heatmap-text.ts';
import { heatmapHtml, heatmapSvg } from '../../../memory/skills/heatmap-svg.ts';
import { reportText } from '../../../memory/skills/report-text.ts';
import { secondsText, shareText } from '../../../memory/skills/share-text.ts';
import type { Workflow } from '../../../memory/skills/workflow.ts';
import { workflowText } from '../../../memory/skills/workflow-text.ts';
import type { Invocation } from '../../../model/invocation.ts';
import { number, plural } from '../../text/amount.ts';
import { safeText, oneLine } from '../../text/safe-text.ts';
import { shortly } from '../../text/when.ts';
import { fit } from '../../text/width.ts';
import { shortId } from '../names.ts';
import { footer, sentence, shortPaths } from '../render-context.ts';
import type { RenderContext } from '../render-context.ts';

export function renderSkills(
  { summary, skills, total, truncated, next }: SkillsAnswer,
  context: RenderContext,
): string {
  if (total === 0)
    return sentence(
      'No skill, command, sub-agent or MCP tool was used, as far as the archive knows. `stemma ingest` brings it up to date.',
      context,
    );
  const text = safeText(
    reportText(summary, skills, { about: plural(summary.sessions, 'session'), limit: skills.length }),
  );
  return truncated
    ? `${text}\n${footer(`${number(skills.length)} of ${plural(total, 'skill')}; --after ${next} shows the next, --limit N more at once`, context)}`
    : text;
}

export function renderSkill({ skill, phases, uses, total, truncated }: SkillAnswer, context: RenderContext): string {
  const { ink, columns, now } = context;
  const facts: readonly (readonly [string, string])[] = [
    [
      'used',
      `${plural(skill.total_invocations, 'time')} in ${plural(skill.sessions, 'session')} as ${skill.what.join(', ')}`,
    ],
    [
      'completed',
      `${shareText(skill.completion)}${skill.unknown_invocations > 0 ? `; ${skill.unknown_invocations} unknown` : ''}`,
    ],
    ['takes', `${secondsText(skill.avg_duration_seconds)} on average`],
    [
      'phases',
      phases
        .map(({ phase, total_invocations, completion }) => `${phase} ${total_invocations} (${shareText(completion)})`)
        .join(', '),
    ],
    ['paths', counted(skill.workflow_paths)],
    ['then', counted(skill.follow_up_actions)],
    ['errors', counted(skill.common_errors)],
    [
      'chosen',
      skill.avg_selection_rank === null
        ? ''
        : `at place ${skill.avg_selection_rank} on average; when first, completed ${shareText(skill.ranked_first)}`,
    ],
    ['first', `${shortly(skill.first_invoked_at, now)}, last ${shortly(skill.last_invoked_at, now)}`],
  ];
  let text = `${oneLine(skill.skill_name)}\n`;
  for (const [name, words] of facts)
    if (words !== '' && !words.startsWith(' on average'))
      text += `  ${ink.dim(name.padEnd(9))}  ${fit(oneLine(words), columns - 13)}\n`;
  text += '\n';
  for (const use of uses) text += useLine(use, context);
  return truncated
    ? `${text}${footer(`${number(uses.length)} of ${plural(total, 'use')}; --limit N shows more`, context)}`
    : text;
}

function useLine(use: Invocation, context: RenderContext): string {
  const { ink, columns, now } = context;
  const ended =
    use.completed === null ? ink.dim('unknown  ') : use.completed ? ink.green('completed') : ink.red('abandoned');
  const why = use.error_type === null ? '' : ` [${use.error_type}]`;
  const words = use.request ?? use.user_query ?? '';
  const head = `${shortId(use.id)}  ${shortly(use.at, now)}  `;
  return `  ${ink.dim(head)}${ended}  ${fit(`${use.workflow_phase ?? '-'}${why}  ${shortPaths(words, context)}`, columns - head.length - 13)}\n`;
}

export function renderWorkflow(workflow: Workflow): string {
  return safeText(workflowText(workflow));
}

export function renderHeatmap(heatmap: Heatmap, format: 'text' | 'svg' | 'html', { columns }: RenderContext): string {
  return format === 'text'
    ? safeText(heatmapText(heatmap, { columns }))
    : format === 'svg'
      ? heatmapSvg(heatmap)
      : heatmapHtml(heatmap);
}

export function renderImported(
  { imported, already_here, skipped, problems }: ImportedSkills,
  context: RenderContext,
): string {
  let text = `imported ${plural(imported, 'use')}${already_here > 0 ? `, ${number(already_here)} were here already` : ''}${skipped > 0 ? `, ${number(skipped)} could not be taken` : ''}\n`;
  for (const { entry, reason } of problems) text += footer(`entry ${entry}: ${reason}`, context);
  return text;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .slice(0, 5)
    .map(([name, times]) => `${name} ${times}×`)
    .join(', ');
}
