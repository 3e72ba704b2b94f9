import type { HookResult } from './hook-event.ts';

/**
 * Gemini CLI and Qwen Code report a command's end in lines of text: `Exit Code: 1`, the last of them being the
 * shell's own.
 */
export function withExitCode(answer: HookResult): HookResult {
  const code =
    answer.tool === 'run_shell_command'
      ? /^[\s\S]*^Exit Code: (\d+)$/m.exec(answer.output.slice(-2_000))?.[1]
      : undefined;
  return code === undefined ? answer : { ...answer, exitCode: Number(code) };
}
