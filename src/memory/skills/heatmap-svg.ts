import type { Heatmap, HeatmapCell } from './heatmap.ts';
import { enough } from './share.ts';

/** A self-contained picture: no script, no font and no colour from elsewhere. Names are text, whatever they contain. */
export function heatmapSvg({ skills, phases, cells, left_out, without_phase }: Heatmap): string {
  const width = left + Math.max(1, phases.length) * cell.width + 16;
  const height = top + skills.length * cell.height + 64;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img">`,
    '<title>How often skills come to their end, by phase</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...phases.map(
      (phase, at) =>
        `<text x="${left + at * cell.width + cell.width / 2}" y="${top - 10}" text-anchor="middle" fill="#334155">${escaped(short(phase, 13))}</text>`,
    ),
    ...skills.flatMap((skill, row) => [
      `<text x="${left - 8}" y="${top + row * cell.height + 19}" text-anchor="end" fill="#0f172a"><title>${escaped(skill)}</title>${escaped(short(skill, 30))}</text>`,
      ...cells[row]!.map((each, at) =>
        cellShape(each, left + at * cell.width, top + row * cell.height, `${skill}, ${phases[at]!}`),
      ),
    ]),
    ...legend(top + skills.length * cell.height + 16),
    `<text x="16" y="${height - 12}" fill="#64748b" font-size="11">${escaped(footnote({ skills, phases, cells, left_out, without_phase }))}</text>`,
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

export function heatmapHtml(heatmap: Heatmap): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Skills by phase</title>
<style>body{font-family:system-ui,sans-serif;margin:2rem;color:#0f172a}svg{max-width:100%;height:auto}</style>
</head>
<body>
<h1>Skills by phase</h1>
<p>How often a skill came to its end in each phase of the work. Shares of fewer than ${enough} known ends have a dashed frame: too few to judge.</p>
${heatmapSvg(heatmap)}</body>
</html>
`;
}

const left = 230;
const top = 40;
const cell = { width: 96, height: 30 } as const;
/** From below 30 % to 90 % and more; distinguishable by brightness alone. */
const colours = ['#fde8e4', '#f8c9a4', '#f1dd8b', '#9fd3a2', '#2f9e6b'] as const;
const steps = ['below 30 %', 'from 30 %', 'from 50 %', 'from 70 %', 'from 90 %'] as const;

function cellShape(each: HeatmapCell | null, x: number, y: number, name: string): string {
  const frame = `x="${x + 2}" y="${y + 2}" width="${cell.width - 4}" height="${cell.height - 4}" rx="4"`;
  if (each === null) return `<rect ${frame} fill="#f8fafc"/>`;
  const {
    step,
    completion: { n, count, percent, low, high },
  } = each;
  const isFew = n < enough;
  const fill = step === null ? '#e2e8f0' : colours[step];
  const text = step === null ? `${each.total_invocations} running` : `${Math.round(percent!)} % of ${n}`;
  const title =
    step === null ? `${name}: no end is known` : `${name}: ${count} of ${n}, ${percent} % (${low} to ${high} %)`;
  return `<g><title>${escaped(title)}</title><rect ${frame} fill="${fill}"${isFew ? ' stroke="#94a3b8" stroke-dasharray="3 3"' : ''}/><text x="${x + cell.width / 2}" y="${y + 19}" text-anchor="middle" fill="${step === 4 ? '#ffffff' : '#0f172a'}">${text}</text></g>`;
}

function legend(y: number): readonly string[] {
  return colours.map(
    (colour, at) =>
      `<rect x="${16 + at * 96}" y="${y}" width="14" height="14" rx="3" fill="${colour}"/><text x="${36 + at * 96}" y="${y + 11}" fill="#334155" font-size="11">${steps[at]!}</text>`,
  );
}

function footnote({ left_out, without_phase }: Heatmap): string {
  const notes = [`Dashed: fewer than ${enough}.`];
  if (left_out.skills > 0 || left_out.phases > 0)
    notes.push(`Left out: ${left_out.skills} skills, ${left_out.phases} phases.`);
  if (without_phase > 0) notes.push(`${without_phase} uses have no known phase.`);
  return notes.join(' ');
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML has no way to write them.
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
