import { counted, shareText, secondsText } from './share-text.ts';
import { bestAbove, type Workflow } from './workflow.ts';

/** Four sections: effectiveness by phase, bottlenecks, transitions, the best skill of each phase. */
export function workflowText(
  { phases, bottlenecks, transitions, best, without_phase }: Workflow,
  { about = 'all sessions' }: { readonly about?: string } = {},
): string {
  const lines = [`Workflow report: ${about}`, '', '1. Effectiveness by phase', ''];
  if (phases.length === 0) lines.push('No use of a skill in a known phase.');
  const width = Math.min(
    36,
    Math.max(
      5,
      ...phases.flatMap(({ skills }) => skills.slice(0, maxSkills).map(({ skill_name }) => skill_name.length)),
    ),
  );
  for (const { phase, total_invocations, completion, avg_duration_seconds, skills } of phases) {
    lines.push(
      `${phase}: ${counted(total_invocations, 'use')}, completed ${shareText(completion)}${avg_duration_seconds === null ? '' : `, mean ${secondsText(avg_duration_seconds)}`}`,
    );
    for (const skill of skills.slice(0, maxSkills)) {
      const name =
        skill.skill_name.length > width ? `${skill.skill_name.slice(0, width - 1)}…` : skill.skill_name.padEnd(width);
      lines.push(
        `  ${name}  ${String(skill.total_invocations).padStart(4)}  ${shareText(skill.completion).padEnd(24)} ${secondsText(skill.avg_duration_seconds).padStart(8)}`.trimEnd(),
      );
    }
    if (skills.length > maxSkills) lines.push(`  … and ${skills.length - maxSkills} more`);
    lines.push('');
  }
  if (without_phase > 0) lines.push(`Of ${without_phase} more no phase is known.`, '');

  lines.push(
    '2. Bottlenecks (abandoned: 20 % monitor, 30 % warning, 50 % critical; with fewer than 5 known ends at most monitor)',
    '',
  );
  for (const { phase, abandonment, bottleneck_score, level } of bottlenecks)
    lines.push(
      `${level.padEnd(8)}  ${phase}: abandoned ${shareText(abandonment)}, score ${bottleneck_score.toFixed(2)}`,
    );
  if (bottlenecks.length === 0) lines.push('None.');

  lines.push('', '3. Transitions', '');
  for (const { from, to, count, share, skill_name } of transitions.slice(0, maxTransitions))
    lines.push(
      `${String(count).padStart(4)}×  ${from} → ${to}  ${shareText(share)} after ${from}; most often ${skill_name}`,
    );
  if (transitions.length === 0) lines.push('None: no session used two skills in known phases.');
  if (transitions.length > maxTransitions) lines.push(`      … and ${transitions.length - maxTransitions} more`);

  lines.push('', `4. Best skill of each phase (completed more often than ${bestAbove} %; the surest first)`, '');
  for (const { phase, skill_name, completion } of best) lines.push(`${phase}: ${skill_name}, ${shareText(completion)}`);
  if (best.length === 0) lines.push('None.');
  return `${lines.join('\n')}\n`;
}

const maxSkills = 5;
const maxTransitions = 10;
