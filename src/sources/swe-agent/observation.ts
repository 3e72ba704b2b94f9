/** A result, without the shell prompt below it. */
export interface Observation {
  readonly output: string;
  readonly exitCode?: number;
  readonly failed: boolean;
  readonly openFile?: string;
  readonly cwd?: string;
}

export function observationOf(content: string): Observation {
  const code = /^\s*(?:<exception>[\s\S]*?<\/exception>\s*)?<returncode>(-?\d+)<\/returncode>/.exec(content);
  if (code)
    return {
      output: outputIn(content.slice(code[0].length)),
      exitCode: Number(code[1]),
      failed: content.trimStart().startsWith('<exception>'),
    };
  const text = content.replaceAll('\r\n', '\n').replace(/^(?:OBSERVATION|Observation):\n/, '');
  const foot = /\n?\(Open file: ([^\n]*)\)\n\(Current directory: ([^\n]*)\)\nbash-\$\s*$/.exec(text);
  const output = foot ? text.slice(0, foot.index) : text;
  const openFile = foot && foot[1] !== 'n/a' ? { openFile: foot[1]!.slice(0, 1024) } : {};
  return {
    output,
    failed: failures.test(output.trimStart().slice(0, 400)),
    ...openFile,
    ...(foot && { cwd: foot[2]!.slice(0, 1024) }),
  };
}

/** SWE-agent has no exit codes; these are the messages of its own tools and its runtime for a failure. */
const failures =
  /^(?:Your proposed edit has introduced new syntax error|Your edit was not applied|Text not found|No replacement was performed|No edit was performed|Usage: |Invalid (?:command|`)|COMMAND FAILED|EXECUTION TIMED OUT|EXIT (?:DUE|BACKEND)|The command '[^\n]*' was cancelled because it took more than|File [^\n]{1,200} not found|Error: )/;

function outputIn(text: string): string {
  const whole = /<output>\n?([\s\S]*?)\n?<\/output>\s*$/.exec(text)?.[1];
  if (whole !== undefined) return whole;
  // Too long to be shown as a whole.
  const [head, tail] = ['output_head', 'output_tail'].map(
    (tag) => new RegExp(`<${tag}>\\n?([\\s\\S]*?)\\n?</${tag}>`).exec(text)?.[1],
  );
  return head === undefined ? text.trim() : `${head}\n…\n${tail ?? ''}`;
}
