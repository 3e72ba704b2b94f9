/** A command's output, without the lines droid puts around it. */
export interface ShellReport {
  readonly output: string;
  readonly exitCode?: number;
}

/** `Error: Command failed (exit code: 1)`, the output, `[Process exited with code 1]`. Any other text is an output. */
export function readShellReport(text: string): ShellReport {
  const end = ending.exec(text.slice(-80));
  const exitCode = end ? Number(end[1]) : undefined;
  const body = end ? text.slice(0, text.length - end[0].length) : text;
  const stated = beginning.exec(body.slice(0, 80));
  const code = exitCode ?? (stated ? Number(stated[1]) : undefined);
  return { output: stated ? body.slice(stated[0].length) : body, ...(code === undefined ? {} : { exitCode: code }) };
}

const beginning = /^Error: Command failed \(exit code: (\d+)\)(?:\n|$)/;
const ending = /(?:^|\n{1,3})\[Process exited with code (-?\d+)\]\s*$/;
