import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixedTest } from '../../support/transcript.ts';
import type { Agent, Room } from '../agent.ts';
import type { Finding } from '../capture/capability.ts';
import { installHooks } from '../capture/capture.ts';
import { captured } from '../capture/captured.ts';
import type { CapturedSession } from '../capture/captured.ts';
import { callsIn, resultsOf } from '../capture/compare.ts';
import { scriptedModel } from '../model/server.ts';
import { environment, freshPlace } from '../room/room.ts';
import { startProcess, type Ended } from '../room/run-process.ts';
import type { Conversation, Tool } from './script.ts';
import { stemma } from '../room/stemma.ts';

const asking: Conversation = {
  prompt: 'The tests fail. Has this happened before, and why?',
  turns: [
    { calls: [{ does: 'run', command: 'look up' }] },
    { text: 'I ask what helped before.', calls: [{ does: 'run', command: 'similar_failures' }] },
    { text: 'And why it failed then.', calls: [{ does: 'run', command: 'why' }] },
    { text: 'An edit of src/cart.js fixed it.' },
  ],
};

/** What the answers name: the file whose edit fixed it, and the prompt that led to it. */
const [fixed, cause] = ['cart.js', 'make the tests pass'];

export interface Asked {
  readonly home: string;
  readonly findings: readonly Finding[];
  readonly log: readonly string[];
  readonly ended: Ended;
}

/**
 * A past session in which a test failed and was fixed is in the archive; the model asks about it by the agent's own
 * names of our tools.
 */
export async function playAsked(agent: Agent, installed: string, { keep }: { readonly keep: boolean }): Promise<Asked> {
  using place = freshPlace(`${agent.name}-asked`, { keep });
  await using model = await scriptedModel([asking], (call, earlier): Tool => {
    const command = call.does === 'run' ? call.command : '';
    const step = /ev_[0-9a-z]{22}/.exec(earlier.at(-1) ?? '')?.[0] ?? 'ev_none';
    const asked =
      command === 'why'
        ? { tool: 'why', args: { event: step } }
        : { tool: 'similar_failures', args: { about: 'Exit code 1\n1 failing' } };
    return (
      agent.toolOfServer?.({ ...asked, isLookingUp: command === 'look up' }) ?? {
        name: offered(asked.tool, model.requests.at(-1) ?? ''),
        args: asked.args,
      }
    );
  });
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  await installHooks(room.home, agent.name, installed);
  const transcript = join(room.home, 'past.jsonl');
  writeFileSync(transcript, fixedTest('asked').toString());
  await stemma(room.home, ['ingest', transcript, '--json']);

  const { file, args, env } = agent.launch(room, asking.prompt);
  const ended = await startProcess(file, args, {
    cwd: room.project,
    env: { ...environment(room.home), ...env },
    limitMs: 120_000,
  }).ended;
  await stemma(room.home, ['ingest', '--json']);
  const sessions = await captured(environment(room.home)['STEMMA_HOME']!);
  const [, similar = '', why = ''] = model.given.flatMap(({ calls }) => calls).map(({ result }) => result ?? '');
  const archived = sessions.map(({ events }) => events.map(({ summary }) => summary).join('; ')).join('\n');
  return {
    home: place.home,
    findings: [
      check(
        'the model hears what helped before',
        similar.includes('ch_') && similar.includes(fixed),
        similar || `nothing; tools were ${offeredNames(model.requests.at(-1) ?? '').join(' ')}`,
      ),
      check('and why it failed', why.includes(cause), why || 'nothing'),
      check('the archive has the first answer', isArchived('similar_failures', fixed, sessions), archived),
      check('and the second', isArchived('why', cause, sessions), archived),
    ],
    log: model.log,
    ended,
  };
}

function check(what: string, isRight: boolean, found: string): Finding {
  return { capability: 'mcp', what, ...(isRight ? {} : { wrong: found.slice(0, 600) }) };
}

/** Where one tool or a script stands for all of a server's, the name is in the arguments. */
function isArchived(tool: string, answer: string, sessions: readonly CapturedSession[]): boolean {
  return sessions.some((session) =>
    callsIn(session)
      .filter(
        ({ tool: name, content }) =>
          content?.is === 'call' &&
          new RegExp(`(?<![a-z])${tool}(?![a-z])`).test(`${name} ${JSON.stringify(content.input)}`),
      )
      .some((call) =>
        resultsOf(call, session).some(({ content }) => content?.is === 'result' && content.output.includes(answer)),
      ),
  );
}

/** The name under which it is offered. */
function offered(tool: string, request: string): string {
  return offeredNames(request).find((name) => new RegExp(`(?<![a-z])${tool}$`).test(name)) ?? `mcp__stemma__${tool}`;
}

/** Names of tools in a request, in whatever way its API lists them. */
function offeredNames(request: string): readonly string[] {
  return [...request.matchAll(/"name":"([\w.-]+)"/g)].map(([, name]) => name!);
}
