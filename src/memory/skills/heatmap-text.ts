import type { Heatmap, HeatmapCell } from './heatmap.ts';
import { enough } from './share.ts';

/** For a terminal or a mail: `▓▓ 78% 9`, shade, share of completed uses, and of how many. */
export function heatmapText(
  { skills, phases, cells, left_out, without_phase }: Heatmap,
  { columns = 110 }: { readonly columns?: number } = {},
): string {
  if (skills.length === 0) return 'No use of a skill in a known phase.\n';
  const room = Math.max(shortestName, columns - 2 - phases.length * (cellWidth + 1));
  const width = Math.min(longestName, room, Math.max(...skills.map(({ length }) => length)));
  const lines = [`${''.padEnd(width)}  ${phases.map((phase) => fit(phase, cellWidth)).join(' ')}`.trimEnd()];
  skills.forEach((skill, row) =>
    lines.push(
      `${fitMiddle(skill, width)}  ${cells[row]!.map((cell) => cellText(cell).padEnd(cellWidth)).join(' ')}`.trimEnd(),
    ),
  );
  lines.push(
    '',
    `${shades[4]} from 90 %  ${shades[3]} from 70 %  ${shades[2]} from 50 %  ${shades[1]} from 30 %  ${shades[0]} below; then of how many.`,
    `"?": fewer than ${enough}, too few to judge. "--": no end is known.`,
  );
  if (left_out.skills > 0 || left_out.phases > 0)
    lines.push(`Left out: ${left_out.skills} skills, ${left_out.phases} phases that are used less.`);
  if (without_phase > 0) lines.push(`Not shown: ${without_phase} uses of which no phase is known.`);
  return `${lines.join('\n')}\n`;
}

const shades = ['··', '░░', '▒▒', '▓▓', '██'] as const;
const cellWidth = 11;
const longestName = 32;
const shortestName = 12;

function cellText(cell: HeatmapCell | null): string {
  if (cell === null) return '';
  const { step, completion } = cell;
  if (step === null) return `--   ?  ${cell.total_invocations}`;
  return `${shades[step]} ${String(Math.round(completion.percent!)).padStart(3)}% ${completion.n}${completion.n < enough ? '?' : ''}`;
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

/** Cut in the middle: names of one family begin alike. */
function fitMiddle(text: string, width: number): string {
  if (text.length <= width) return text.padEnd(width);
  const tail = Math.floor((width - 1) / 2);
  return `${text.slice(0, width - 1 - tail)}…${text.slice(text.length - tail)}`;
}
