import type { Agent, Room } from '../agent.ts';
import type { Finding } from '../capture/capability.ts';
import { installHooks } from '../capture/capture.ts';
import { scriptedModel } from '../model/server.ts';
import { environment, freshPlace } from '../room/room.ts';
import { startProcess, type Ended } from '../room/run-process.ts';
import type { Conversation } from './script.ts';
import { stemma } from '../room/stemma.ts';

/** What is left: an edit that does not help, and a test that fails. */
export const left: Conversation = {
  prompt: 'The cart total is wrong. Fix it and make the tests pass.',
  turns: [
    {
      text: 'The quantity is missing.',
      calls: [
        { does: 'edit', path: 'src/cart.js', from: '    sum += item.price;', to: '    sum += item.price + item.qty;' },
      ],
    },
    { calls: [{ does: 'run', command: 'node --test', isCheck: true, fails: true, shows: 'fail 1' }] },
    { text: 'The test still fails. I have to stop here.' },
  ],
};
const begun: Conversation = {
  prompt: 'Which version does package.json name?',
  turns: [{ text: 'It names version 1.0.0.' }],
};
const goneOn: Conversation = {
  prompt: 'And what is the name of the package?',
  turns: [{ text: 'It is called shop.' }],
};

export interface Resumed {
  readonly home: string;
  readonly findings: readonly Finding[];
  readonly log: readonly string[];
  readonly ended: Ended;
}

/**
 * Plays a session that leaves something undone, then another in the same folder, whose model must get the note; where it
 * can be driven, a compaction too. Nobody watches: the hook has to read what it reports.
 */
export async function playResumed(
  agent: Agent,
  installed: string,
  { keep }: { readonly keep: boolean },
): Promise<Resumed> {
  using place = freshPlace(`${agent.name}-resumed`, { keep });
  await using model = await scriptedModel([left, begun, goneOn], (call, earlier) =>
    agent.tool(call, place.project, earlier)!,
  );
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  await installHooks(room.home, agent.name, installed);
  await stemma(room.home, ['ingest', '--json']);

  const run = async ({
    file,
    args,
    env,
  }: ReturnType<Agent['launch']>): Promise<{ readonly ended: Ended; readonly asked: readonly string[] }> => {
    const before = model.requests.length;
    const ended = await startProcess(file, args, {
      cwd: room.project,
      env: { ...environment(room.home), ...env },
      limitMs: 120_000,
    }).ended;
    return { ended, asked: model.requests.slice(before) };
  };
  const first = await run(agent.launch(room, left.prompt));
  const second = await run(agent.launch(room, begun.prompt));
  const findings = [
    check('a first session gets no note', !first.asked.some(hasNote), first.asked),
    check(
      'the next one where it was left',
      second.asked.some(
        (request) =>
          request.includes('left something unfinished') &&
          request.includes('cart.js') &&
          request.includes('node --test'),
      ),
      second.asked,
    ),
    check(
      'once',
      second.asked.every((request) => times(request, 'left something unfinished') <= 1),
      second.asked,
    ),
  ];
  if (!agent.compact) return { home: place.home, findings, log: model.log, ended: second.ended };

  const compacted = await run(agent.compact(room));
  const third = await run(agent.goOn!(room, goneOn.prompt));
  const asked = [...compacted.asked, ...third.asked];
  findings.push(
    check(
      'after a compaction where it stands',
      third.asked.some((request) => times(request, 'this session was compacted') === 1),
      asked,
    ),
  );
  return { home: place.home, findings, log: model.log, ended: third.ended };
}

function check(what: string, isRight: boolean, requests: readonly string[]): Finding {
  return {
    capability: 'resume',
    what,
    ...(isRight
      ? {}
      : { wrong: /Note from stemma[^"]{0,600}/.exec(requests.findLast(hasNote) ?? '')?.[0] ?? 'nothing was said' }),
  };
}

function hasNote(request: string): boolean {
  return request.includes('Note from stemma');
}

function times(text: string, part: string): number {
  return text.split(part).length - 1;
}
