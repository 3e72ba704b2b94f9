import { parseJson } from '../../platform/parse-json.ts';

/** A tool's output, separated from what the agent wrote around it. */
export interface Output {
  /** The tool's own output. */
  readonly body: string;
  /** Stated in the text; agents have written it in half a dozen ways. */
  readonly exitCode?: number;
  /** How the agent stated it. */
  readonly stated?: string;
}

/**
 * Removes the lines agents put before an output (`Exit code: 1`, `Wall time: …`) or around it. Only the first lines and
 * the last one are read: the same text further inside belongs to the tool.
 */
export function readOutput(text: string): Output {
  if (text.startsWith('{"output":')) return readWrapped(text);
  if (text.startsWith('failed in sandbox ')) return readSandboxed(text);
  header.lastIndex = 0;
  const head = header.exec(text)![0];
  const stated = exitCode.exec(head);
  const code = stated?.slice(1).find((each) => each !== undefined);
  if (head !== '')
    return {
      body: text.slice(head.length),
      ...(stated && code !== undefined && { exitCode: Number(code), stated: stated[0].trim() }),
    };
  // The last line alone: the same text inside a line belongs to the tool, as in `error: script "test" exited with code
  // 1`.
  const end = text.slice(-300);
  if (!end.includes('ed with ')) return { body: text };
  const trimmed = end.trimEnd();
  const from = trimmed.lastIndexOf('\n');
  const last = from >= 0 || end.length === text.length ? lastLine.exec(trimmed.slice(from + 1)) : null;
  return last
    ? {
        body: text.slice(0, text.length - end.length + Math.max(from, 0)),
        exitCode: Number(last[1]),
        stated: last[0],
      }
    : { body: text };
}

// Claude Code: `Exit code 1`. Codex: `Exit code: 1` or `Process exited with code 1` among other lines, then `Output:`.
const header =
  /(?:(?:Error: )?Exit code:? -?\d+(?:\r?\n|$))?(?:(?:Chunk ID|Wall time|Total output lines|Original token count|Process exited with code|Process running with session ID|Exit code)[: ][^\n]{0,200}(?:\n|$)|(?:Error: )?Command failed \(exit code: \d+\)(?:\n|$)){0,6}(?:Output:(?:\r?\n|$))?/y;
const exitCode =
  /(?:^|\n|Error: )(?:Exit code:? (-?\d+)|Process exited with code (-?\d+)|Command failed \(exit code: (\d+)\))/;
const lastLine =
  /^[[<(]?(?:Command|Process|shellId: [\w-]+)? ?(?:exited|completed) with (?:exit )?code:? (-?\d+)[\]>)]?$/;

/**
 * Older Codex blames its sandbox whenever a command fails in it. Only what the system did not permit was denied; of the
 * rest the output counts.
 */
function readSandboxed(text: string): Output {
  const stated = sandboxed.exec(text);
  if (!stated || notPermitted.test(text)) return { body: text };
  const output = text.slice(stated[0].length);
  const stderr = output.lastIndexOf(', stderr: ');
  return {
    body: stderr < 0 ? output : `${output.slice(0, stderr)}\n${output.slice(stderr + ', stderr: '.length)}`,
    exitCode: Number(stated[1]),
  };
}
const sandboxed =
  /^failed in sandbox \w+ with execution error: sandbox denied exec error, exit code: (-?\d+), stdout: /;
const notPermitted =
  /Operation not permitted|Permission denied|Read-only file system|Could not resolve host|Network is unreachable/i;

/** Older Codex: a JSON object in a string. */
function readWrapped(text: string): Output {
  const stated = /"exit_code":\s*(-?\d+)/.exec(text.slice(-300))?.[1];
  try {
    const { output } = parseJson(text) as { output?: unknown };
    return {
      body: typeof output === 'string' ? output : text,
      ...(stated === undefined ? {} : { exitCode: Number(stated) }),
    };
  } catch {
    return { body: text };
  }
}
