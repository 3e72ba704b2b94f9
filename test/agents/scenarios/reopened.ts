import { existsSync, rmSync } from 'node:fs';
import type { Agent, Room } from '../agent.ts';
import type { Finding } from '../capture/capability.ts';
import { scriptedModel } from '../model/server.ts';
import { environment, freshPlace } from '../room/room.ts';
import { startProcess } from '../room/run-process.ts';
import { stemma } from '../room/stemma.ts';
import type { Resumed } from './resumed.ts';
import type { Conversation } from './script.ts';

const begun: Conversation = {
  prompt: 'Which version does package.json name?',
  turns: [{ text: 'It names version 1.0.0, I believe.' }],
};
const goneOn: Conversation = {
  prompt: 'And what is the name of the package?',
  turns: [{ text: 'It is called shop.' }],
};
const again: Conversation = {
  prompt: 'Which licence has the package?',
  turns: [{ text: 'It names none.' }],
};

interface Opened {
  readonly session: string;
  readonly command: readonly string[];
  readonly files: readonly string[];
  readonly restored: readonly string[];
  readonly gone: readonly string[];
}

/** Continues a session with the command that `stemma open` prints: as it is, and after its files were deleted. */
export async function playReopened(
  agent: Agent,
  installed: string,
  { keep }: { readonly keep: boolean },
): Promise<Resumed> {
  using place = freshPlace(`${agent.name}-reopened`, { keep });
  await using model = await scriptedModel([begun, goneOn, again], (call, earlier) =>
    agent.tool(call, place.project, earlier)!,
  );
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  const run = async ({ file, args, env }: ReturnType<Agent['launch']>) => {
    const before = model.requests.length;
    const ended = await startProcess(file, args, {
      cwd: room.project,
      env: { ...environment(room.home), ...env },
      limitMs: 120_000,
    }).ended;
    return { ended, asked: model.requests.slice(before) };
  };
  const open = async (...flags: string[]): Promise<Opened> =>
    JSON.parse(await stemma(room.home, ['open', 'latest', '--json', ...flags])) as Opened;

  await run(agent.launch(room, begun.prompt));
  await stemma(room.home, ['ingest', '--json']);
  const plan = await open();
  const second = await run(agent.reopen!(room, plan.command, goneOn.prompt));
  const findings = [check('goes on with its own command', second.asked, goneOn.prompt)];

  await stemma(room.home, ['ingest', '--json']);
  const files = plan.files.filter((path) => existsSync(path));
  if (files.length > 0) {
    for (const path of files) rmSync(path);
    const back = await open('--restore');
    const third = await run(agent.reopen!(room, back.command, again.prompt));
    findings.push(
      {
        capability: 'reopen',
        what: 'its files are written back',
        ...(files.every((path) => back.restored.includes(path)) ? {} : { wrong: back.restored.join(', ') || 'none' }),
      },
      check('goes on after they were deleted', third.asked, again.prompt),
    );
    return { home: place.home, findings, log: model.log, ended: third.ended };
  }
  return { home: place.home, findings, log: model.log, ended: second.ended };
}

/** The model is sent what was said before. */
function check(what: string, asked: readonly string[], prompt: string): Finding {
  const request = asked.find((each) => each.includes(prompt));
  const isRight = request?.includes(begun.prompt) === true && request.includes('It names version 1.0.0, I believe.');
  return {
    capability: 'reopen',
    what,
    ...(isRight ? {} : { wrong: request === undefined ? 'the model was not asked' : 'it began a new conversation' }),
  };
}
