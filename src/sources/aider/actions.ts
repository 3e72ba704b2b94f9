import type { AiderContext } from './record-context.ts';

/** An edit that was applied, or was not. A reply in an edit format that names no files is known by this line alone. */
export function edited(context: AiderContext, path: string, output: string, status: 'ok' | 'denied' | undefined): void {
  const { memory, key } = context;
  const asked =
    memory.edits.find(([each]) => each === path) ??
    memory.edits.find(([each]) => each.endsWith(`/${path}`) || path.endsWith(`/${each}`));
  memory.edits = memory.edits.filter((each) => each !== asked);
  const call = asked?.[1] ?? key;
  if (!asked) context.emit(key, { is: 'call', tool: 'edit', input: { path } }, { role: 'assistant' });
  context.emit(`${key}:result`, { is: 'result', call, output, ...(status && { status }) }, { parent: call });
}

/** A commit, or an undone one. The hash is the only real id that aider writes. */
export function committed(
  context: AiderContext,
  tool: 'git_commit' | 'git_undo',
  hash: string,
  message: string,
  output: string,
): void {
  const { key } = context;
  context.emit(key, { is: 'call', tool, input: { hash, message } }, { role: 'system', native: hash });
  context.emit(`${key}:result`, { is: 'result', call: key, output, status: 'ok' }, { parent: key });
}

/** A command the reply proposed. What it printed and how it ended is not in the file. */
export function running(context: AiderContext, command: string): void {
  context.emit(context.key, { is: 'call', tool: 'bash', input: { command } }, { role: 'assistant' });
  context.memory.shell = { key: context.key, from: context.line, isTest: false };
}

export function refusedToRun(context: AiderContext, output: string): void {
  const { memory, key } = context;
  const command = memory.aside
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  if (command === '') return;
  const fromLine = memory.asideFrom;
  context.emit(key, { is: 'call', tool: 'bash', input: { command } }, { role: 'assistant', fromLine });
  context.emit(`${key}:result`, { is: 'result', call: key, output, status: 'denied' }, { parent: key, fromLine });
}

/** The first versions log what a command printed: all of aider's own lines after it, up to the next that is known. */
export function printed(context: AiderContext): void {
  const { memory } = context;
  const { shell, asideFrom } = memory;
  const output = memory.aside.join('\n').trim();
  if (!shell || asideFrom === undefined || output === '') return;
  context.emit(
    `line:${asideFrom}:result`,
    { is: 'result', call: shell.key, output },
    { parent: shell.key, fromLine: shell.from },
  );
  delete memory.shell;
}

/** The output of a command goes to the model; for `/test` only when it failed. */
export function outputAdded(context: AiderContext, output: string): boolean {
  const { memory, key } = context;
  const { shell } = memory;
  if (!shell || (!shell.isTest && !shell.isAsked)) return false;
  context.emit(
    `${key}:result`,
    { is: 'result', call: shell.key, output, ...(shell.isTest && { status: 'failed' }) },
    { parent: shell.key, fromLine: shell.from },
  );
  delete memory.shell;
  return true;
}
