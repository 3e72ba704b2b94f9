import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { findSession } from '../../ask/find/find-session.ts';
import { filesOnDisk, restore } from '../../ingest/archive/restore.ts';
import { startChild } from '../../live/run/child.ts';
import type { Session } from '../../model/session.ts';
import { StemmaError } from '../../model/stemma-error.ts';
import { redact } from '../../platform/redact.ts';
import { agents } from '../../sources/registry.ts';
import type { ReadOnlyStore } from '../../store/store.ts';
import type { Run } from '../run.ts';
import { oneLine } from '../text/safe-text.ts';

interface OpenFlags {
  readonly run: boolean;
  readonly restore: boolean;
}

/** Prints how a session is continued in its own agent, or does it; returns the program's exit code then. */
export async function openRun(
  run: Run,
  name: string | undefined,
  more: readonly string[],
  flags: OpenFlags,
): Promise<number> {
  let plan: Plan;
  {
    await using store = await run.openArchive();
    plan = await planOf(run, store, await mainSession(store, await findSession(store.read, name)), more, flags.restore);
  }
  if (flags.run) return await start(run, plan);
  const { session, ...rest } = plan;
  await run.answer({ session: session.uid, ...rest }, () => textOf(plan));
  return plan.gone.length > 0 ? 1 : 0;
}

interface Plan {
  readonly session: Session;
  readonly agent: string;
  readonly command: readonly string[];
  /** Where it was at work; null when that was not recorded. */
  readonly folder: string | null;
  readonly folder_exists: boolean;
  /** Where its agent keeps it, or kept it. */
  readonly files: readonly string[];
  /** Files that were written back. */
  readonly restored: readonly string[];
  /** Files that the agent needs and that are not there. */
  readonly gone: readonly string[];
}

async function planOf(
  run: Run,
  store: ReadOnlyStore,
  session: Session,
  more: readonly string[],
  mayRestore: boolean,
): Promise<Plan> {
  const agent = agents.find(({ name }) => name === session.source);
  if (agent?.reopen === undefined)
    throw new StemmaError(
      'not-reopened',
      `${agent?.title ?? session.source} has no command that continues a session by its id.`,
      {
        hint: `\`stemma resume ${session.uid}\` gives what any agent needs to go on.`,
      },
    );
  const files = await filesOnDisk(store, session);
  const elsewhere = files.find(({ path }) => !isAbsolute(path));
  if (files.length === 0 || elsewhere !== undefined)
    throw new StemmaError('not-reopened', `${session.uid} was not recorded on this machine.`, {
      hint: `\`stemma restore ${session.uid}\` writes its files to a folder; \`stemma resume\` gives what another agent needs.`,
    });
  const gone = files.filter(({ isThere }) => !isThere);
  const restored =
    gone.length > 0 && mayRestore && gone.every(({ isInDatabase }) => !isInDatabase)
      ? (await restore({ store, sources: await run.app.sources(), session, to: '', inPlace: true })).files.map(
          ({ path }) => path,
        )
      : [];
  return {
    session,
    agent: agent.title,
    command: [...agent.reopen.command(session.native_id), ...more],
    folder: session.cwd,
    folder_exists: session.cwd !== null && existsSync(session.cwd),
    files: files.map(({ path }) => path),
    restored,
    gone: gone.map(({ path }) => path).filter((path) => !restored.includes(path)),
  };
}

/** Agents continue conversations of people; a sub-agent is part of one. */
async function mainSession({ read }: ReadOnlyStore, session: Session): Promise<Session> {
  let at = session;
  for (let depth = 0; at.parent?.relation === 'subagent' && depth < 100; depth++) {
    const parent = await read.session(at.parent.uid);
    if (parent === undefined) break;
    at = parent;
  }
  return at;
}

async function start(run: Run, plan: Plan): Promise<number> {
  const { command, folder, gone } = plan;
  if (gone.length > 0)
    throw new StemmaError('not-reopened', `The transcript of ${plan.session.uid} is gone: ${redact(gone[0]!)}`, {
      hint: gone.some((path) => path.includes('#'))
        ? `It was in a database. \`stemma restore ${plan.session.uid}\` writes it in the format the agent imports.`
        : 'Add --restore to write it back from the archive first.',
    });
  if (folder !== null && !plan.folder_exists)
    throw new StemmaError('not-reopened', `The folder of the session is gone: ${redact(folder)}`, {
      hint: `Make it again, or run ${shown(command)} where you want to go on.`,
    });
  for (const path of plan.restored) run.say(`restored ${oneLine(redact(path))}`);
  const ending = await startChild(command, folder ?? process.cwd(), run.app.machine.env).ended;
  if (ending.is === 'ended') return ending.exitCode;
  throw new StemmaError('program-not-found', `There is no program ${command[0]}.`, {
    hint: `Install ${plan.agent}, or put it on your PATH.`,
  });
}

function textOf({ session, agent, command, folder, folder_exists: isThere, restored, gone }: Plan): string {
  const where = folder === null ? '' : `cd ${quoted(folder)} && `;
  const lines = [
    `${where}${shown(command)}`,
    ...(folder !== null && !isThere ? ['That folder is gone.'] : []),
    ...restored.map((path) => `restored ${path}`),
    ...(gone.length > 0
      ? [
          `${agent} no longer has this session: ${gone[0]} is gone.`,
          gone.some((path) => path.includes('#'))
            ? `It was in a database. \`stemma restore ${session.uid}\` writes it in the format the agent imports.`
            : '`stemma open --restore` writes it back from the archive first.',
        ]
      : []),
  ];
  return lines.map((line) => `${oneLine(line)}\n`).join('');
}

function shown(command: readonly string[]): string {
  return command.map(quoted).join(' ');
}

/** As a shell takes it. */
function quoted(word: string): string {
  return /^[\w./:=@+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
