import { emit } from './page.ts';
import type { Page } from './page.ts';

/** An edit that was applied, or was not. A reply in an edit format that names no files is known by this line alone. */
export function edited(page: Page, path: string, said: string, status: 'ok' | 'denied' | undefined): void {
  const { memory, key } = page;
  const asked =
    memory.edits.find(([each]) => each === path) ??
    memory.edits.find(([each]) => each.endsWith(`/${path}`) || path.endsWith(`/${each}`));
  memory.edits = memory.edits.filter((each) => each !== asked);
  const call = asked?.[1] ?? key;
  if (!asked) emit(page, key, { is: 'call', tool: 'edit', input: { path } }, { role: 'assistant' });
  emit(page, `${key}:result`, { is: 'result', call, output: said, ...(status && { status }) }, { parent: call });
}

/** A commit, or one taken back. The hash is the one true id that aider writes. */
export function committed(
  page: Page,
  tool: 'git_commit' | 'git_undo',
  hash: string,
  message: string,
  said: string,
): void {
  const { key } = page;
  emit(page, key, { is: 'call', tool, input: { hash, message } }, { role: 'system', native: hash });
  emit(page, `${key}:result`, { is: 'result', call: key, output: said, status: 'ok' }, { parent: key });
}

/** A command the reply proposed. What it printed and how it ended is not in the file. */
export function running(page: Page, command: string): void {
  emit(page, page.key, { is: 'call', tool: 'bash', input: { command } }, { role: 'assistant' });
  page.memory.shell = { key: page.key, from: page.number, isTest: false };
}

export function refusedToRun(page: Page, said: string): void {
  const { memory, key } = page;
  const command = memory.aside
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
  if (command === '') return;
  const fromLine = memory.asideFrom;
  emit(page, key, { is: 'call', tool: 'bash', input: { command } }, { role: 'assistant', fromLine });
  emit(page, `${key}:result`, { is: 'result', call: key, output: said, status: 'denied' }, { parent: key, fromLine });
}

/** The first versions log what a command printed: all of aider's own lines after it, up to the next that is known. */
export function printed(page: Page): void {
  const { memory } = page;
  const { shell, asideFrom } = memory;
  const output = memory.aside.join('\n').trim();
  if (!shell || asideFrom === undefined || output === '') return;
  emit(
    page,
    `line:${asideFrom}:result`,
    { is: 'result', call: shell.key, output },
    { parent: shell.key, fromLine: shell.from },
  );
  delete memory.shell;
}

/** What a command printed goes to the model; of `/test` this is done when it failed, and only then. */
export function outputAdded(page: Page, said: string): boolean {
  const { memory, key } = page;
  const { shell } = memory;
  if (!shell || (!shell.isTest && !shell.isAsked)) return false;
  emit(
    page,
    `${key}:result`,
    { is: 'result', call: shell.key, output: said, ...(shell.isTest && { status: 'failed' }) },
    { parent: shell.key, fromLine: shell.from },
  );
  delete memory.shell;
  return true;
}
