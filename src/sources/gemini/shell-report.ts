export interface ShellReport {
  readonly output: string;
  readonly exitCode?: number;
}

/**
 * Parses a command's report to the model. Older versions name all fields (`Command: … Directory: … Output: … Error: …
 * Exit Code: … Signal: …`, `(none)` for an empty one); newer ones only those with a value, without the first two and
 * mostly inside `<untrusted_context>`: a missing exit code is 0.
 */
export function readShellReport(answer: string): ShellReport | undefined {
  const report = /^<untrusted_context>\n([\s\S]*?)\n?<\/untrusted_context>\s*$/.exec(answer)?.[1] ?? answer;
  const isLong = report.startsWith('Command: ');
  const start = isLong ? report.indexOf('\nOutput: ', Math.max(0, report.indexOf('\nDirectory: '))) + 1 : 0;
  if (!report.startsWith('Output: ', start)) return undefined;
  const fields = endFields(report, start);
  if (fields === undefined) return undefined;

  const output = fieldValue(report.slice(start + 'Output: '.length, Math.max(fields.from, start + 'Output: '.length)));
  const error = fieldValue(fields.values.get('Error') ?? '');
  const code = fieldValue(
    fields.values.get('Exit Code') ?? (isLong || error !== '' || fields.values.has('Signal') ? '' : '0'),
  );
  return {
    output: [output, error].filter((part) => part !== '').join('\n'),
    ...(/^-?\d+$/.test(code) ? { exitCode: Number(code) } : {}),
  };
}

/** In the order in which they are looked for. */
const lastFields: readonly (readonly [string, RegExp])[] = [
  ['Process Group PGID', /^(?:\d+|\(none\))$/],
  ['Background PIDs', /^(?:\d+(?:, ?\d+)*|\(none\))$/],
  ['Signal', /^(?:\w+|\(none\))$/],
  ['Exit Code', /^(?:-?\d+|\(none\))$/],
  ['Error', /^/],
];

/** The fields behind the output, read from the end: the output may hold lines that look like them. */
function endFields(
  report: string,
  start: number,
): { readonly from: number; readonly values: ReadonlyMap<string, string> } | undefined {
  const values = new Map<string, string>();
  let from = report.length;
  for (const [name, shape] of lastFields) {
    const at = report.lastIndexOf(`\n${name}: `, from - 1);
    const value = report.slice(at + name.length + 3, from);
    if (at < start || !shape.test(value)) continue;
    values.set(name, value);
    from = at;
  }
  return values.has('Process Group PGID') || values.has('Exit Code') || values.has('Signal')
    ? { from, values }
    : undefined;
}

function fieldValue(field: string): string {
  return field === '(none)' || field === '(empty)' ? '' : field;
}
