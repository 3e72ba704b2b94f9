/** A shell command's output, from the report for the model. */
export interface ShellReport {
  readonly output: string;
  readonly exitCode?: number;
}

/**
 * `Command: … Directory: … Output: … Error: … Exit Code: … Signal: …`: the command line and the empty fields are no output.
 * Undefined for any other text.
 */
export function readShellReport(answer: string): ShellReport | undefined {
  if (!answer.startsWith('Command: ')) return undefined;
  const directory = answer.indexOf('\nDirectory: ');
  const start = directory < 0 ? -1 : answer.indexOf('\nOutput: ', directory);
  const end = answer.lastIndexOf('\nError: ');
  if (start < 0 || end < start) return undefined;
  const rest = answer.slice(end + 1);
  const code = /^Exit Code: (-?\d+|\(none\))$/m.exec(rest)?.[1];
  if (code === undefined) return undefined;

  const output = fieldValue(answer.slice(start + '\nOutput: '.length, Math.max(end, start + '\nOutput: '.length)));
  const error = fieldValue(/^Error: ([\s\S]*?)\nExit Code: /.exec(rest)?.[1] ?? '');
  return {
    output: [output, error].filter((part) => part !== '').join('\n'),
    ...(code === '(none)' ? {} : { exitCode: Number(code) }),
  };
}

function fieldValue(field: string): string {
  return field === '(none)' || field === '(empty)' ? '' : field;
}
