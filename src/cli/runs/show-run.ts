import { spawn } from 'node:child_process';
import { findSession } from '../../ask/find/find-session.ts';
import { parts, type Part } from '../../ask/transcript/parts.ts';
import { renderHead, renderPart } from '../render/history/show.ts';
import type { Run } from '../run.ts';

interface ShowFlags {
  readonly full: boolean;
  readonly thinking: boolean;
  readonly 'no-pager': boolean;
}

/** Prints a conversation, through a pager where somebody sits at a terminal. */
export async function showRun(run: Run, name: string | undefined, flags: ShowFlags): Promise<number> {
  await using store = await run.openArchive();
  const session = await findSession(store.read, name);
  const all = parts(store.read, session, { sources: await run.app.sources(), raw: run.settings.raw });
  if (run.settings.json) {
    await run.print(`${JSON.stringify({ session })}\n`);
    for await (const part of all) await run.print(`${JSON.stringify(part)}\n`);
    return 0;
  }
  const context = { ...run, cwd: session.cwd };
  const text = async function* (): AsyncGenerator<string> {
    yield renderHead(session, context);
    let before: Part['is'] = 'prompt';
    for await (const part of all) {
      if (!isShown(part, flags)) continue;
      if (part.is === 'message' && (before === 'call' || before === 'result')) yield '\n';
      yield renderPart(part, context, flags);
      before = part.is;
    }
  };
  const pager = run.app.machine.env['PAGER'] ?? 'less';
  if (flags['no-pager'] || !run.app.out.isTerminal || pager.trim() === '' || pager === 'cat') {
    for await (const piece of text()) await run.print(piece);
    return 0;
  }
  if (!(await page(pager, text(), run))) for await (const piece of text()) await run.print(piece);
  return 0;
}

function isShown(part: Part, { thinking }: ShowFlags): boolean {
  return part.is !== 'thinking' || thinking;
}

/** False when there is no such pager. It may be closed before everything is written: then nothing more is read. */
async function page(command: string, text: AsyncIterable<string>, { app }: Run): Promise<boolean> {
  const [program = 'less', ...args] = command.trim().split(/\s+/);
  const child = spawn(program, args, {
    // Colours, no pager for what fits on a screen, and the text stays when it ends.
    env: { LESS: 'FRX', ...app.machine.env },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  let isOpen = true;
  child.stdin.on('error', () => (isOpen = false));
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', () => resolve(true));
  });
  void ended.then(() => (isOpen = false));
  for await (const piece of text) {
    if (!isOpen) break;
    if (!child.stdin.write(piece))
      await Promise.race([new Promise((resume) => child.stdin.once('drain', resume)), ended]);
  }
  child.stdin.end();
  return await ended;
}
