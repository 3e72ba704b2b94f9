import type { Agent, Room } from '../agent.ts';
import { claudeCode } from '../drivers/claude-code.ts';
import { codex } from '../drivers/codex.ts';
import type { Finding } from '../capture/capability.ts';
import { captured } from '../capture/captured.ts';
import { scriptedModel } from '../model/server.ts';
import { install } from '../room/install.ts';
import { environment, freshPlace } from '../room/room.ts';
import { startProcess, type Ended } from '../room/run-process.ts';
import { stemma } from '../room/stemma.ts';
import { left } from './resumed.ts';
import type { Conversation } from './script.ts';

/** The work of another agent is known by how the prompt of a handoff begins. */
const taken: Conversation = {
  prompt: 'another coding agent began in this repository',
  turns: [
    {
      text: 'The price has to be multiplied by the quantity.',
      calls: [
        {
          does: 'edit',
          path: 'src/cart.js',
          from: '    sum += item.price + item.qty;',
          to: '    sum += item.price * item.qty;',
        },
      ],
    },
    { calls: [{ does: 'run', command: 'node --test', isCheck: true, shows: 'fail 0' }] },
    { text: 'Fixed; the tests pass.' },
  ],
};

export interface Handed {
  readonly home: string;
  readonly findings: readonly Finding[];
  readonly log: readonly string[];
  readonly ended: Ended;
}

/** Whose work an agent takes over here: two programs are enough to see that a handoff arrives. */
export function predecessorOf({ name }: Agent): Agent | undefined {
  return name === codex.name ? claudeCode : name === claudeCode.name ? codex : undefined;
}

/** One agent leaves a failing test; the other is started with what `stemma handoff` wrote, and repairs it. */
export function playHanded(former: Agent) {
  return async (agent: Agent, installed: string, { keep }: { readonly keep: boolean }): Promise<Handed> => {
    using place = freshPlace(`${agent.name}-handed`, { keep });
    let working = former;
    await using model = await scriptedModel([left, taken], (call, earlier) =>
      working.tool(call, place.project, earlier)!,
    );
    const roomOf = (folder: string): Room => ({
      home: place.home,
      project: place.project,
      installed: folder,
      model: model.url,
    });
    const start = async (each: Agent, folder: string, prompt: string): Promise<Ended> => {
      working = each;
      const room = roomOf(folder);
      await each.prepare?.(room);
      const { file, args, env } = each.launch(room, prompt);
      return await startProcess(file, args, {
        cwd: place.project,
        env: { ...environment(place.home), ...env },
        limitMs: 120_000,
      }).ended;
    };

    await start(former, await install(former), left.prompt);
    await stemma(place.home, ['ingest', '--json']);
    const prompt = (await stemma(place.home, ['handoff', '--to', agent.name, '--repo', place.project])).trim();
    const before = model.requests.length;
    const ended = await start(agent, installed, prompt);
    await stemma(place.home, ['ingest', '--json']);

    const [asked = ''] = model.requests.slice(before);
    const sessions = await captured(environment(place.home)['STEMMA_HOME']!);
    const own = sessions.find(({ session }) => session.source === agent.name);
    const calls = model.given.filter(({ conversation }) => conversation === taken).flatMap((each) => each.calls);
    return {
      home: place.home,
      findings: [
        check('it has the request', asked.includes(left.prompt), prompt),
        check(
          'and the file, as it takes files',
          asked.includes('@src/cart.js') || asked.includes('src/cart.js'),
          prompt,
        ),
        check('and the test that fails', /node --test[^]*fail/.test(asked), prompt),
        check('no tool of the former agent', !toolsOf(former, place.project).test(prompt), prompt),
        check(
          'the test passes now',
          calls.at(-1)?.result?.includes('fail 0') === true,
          calls.at(-1)?.result ?? 'nothing',
        ),
        check(
          'its session begins with the handoff',
          own !== undefined,
          JSON.stringify(sessions.map(({ session }) => session.uid)),
        ),
      ],
      log: model.log,
      ended,
    };
  };
}

/** A line that begins with the name of a tool. */
function toolsOf(agent: Agent, project: string): RegExp {
  const names = left.turns.flatMap(({ calls = [] }) => calls.map((call) => agent.tool(call, project, [])!.name));
  return new RegExp(`(?:^|\\W)(?:${names.join('|')}) `, 'm');
}

function check(what: string, isRight: boolean, found: string): Finding {
  return { capability: 'handoff', what, ...(isRight ? {} : { wrong: found.slice(0, 1200) }) };
}
