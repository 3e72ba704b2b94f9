import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StemmaError } from '../../src/index.ts';
import type { Agent, Room } from './agent.ts';
import { startCapture } from './capture/capture.ts';
import { captured } from './capture/captured.ts';
import type { CapturedSession } from './capture/captured.ts';
import { scriptedModel } from './model/server.ts';
import type { Given } from './model/server.ts';
import { remember } from './scenarios/remember.ts';
import { environment, freshPlace } from './room/room.ts';
import { startProcess } from './room/run-process.ts';
import type { Ended } from './room/run-process.ts';
import { conversationsOf } from './scenarios/script.ts';
import type { Scenario } from './scenarios/script.ts';
import { stemma } from './room/stemma.ts';

/** What the script did and what stemma says happened. */
export interface Driven {
  readonly home: string;
  readonly given: readonly Given[];
  /** What was in the archive a moment after the agent ended, before anybody read its files once more. */
  readonly live: readonly CapturedSession[];
  /** And afterwards. */
  readonly sessions: readonly CapturedSession[];
  /** Events of hooks that were collected, and that were left behind. */
  readonly hooks: { readonly collected: number; readonly left: number };
  /** Of an agent that was killed: its call was in the archive while the tool was still running. */
  readonly seenRunning: boolean;
  readonly ended: Ended;
  /** What the model was asked, whole. */
  readonly requests: readonly string[];
  /** Requests to the model, for a person who looks for what went wrong. */
  readonly log: readonly string[];
}

export interface DriveOptions {
  readonly keep: boolean;
  /** Whether everything has arrived; it is given a few seconds. */
  readonly isWhole: (given: readonly Given[], sessions: readonly CapturedSession[]) => boolean;
}

const agentLimitMs = 120_000;
/** Longer than anybody would wait: the machine may be busy with something else. */
const patienceMs = 15_000;

/** Plays one scenario to one agent in a room of its own, with live capture on. */
export async function drive(
  agent: Agent,
  installed: string,
  scenario: Scenario,
  { keep, isWhole }: DriveOptions,
): Promise<Driven> {
  using place = freshPlace(`${agent.name}-${scenario.name}`, { keep });
  await using model = await scriptedModel(conversationsOf(scenario), (call, earlier) =>
    agent.tool(call, place.project, earlier)!,
  );
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  if (scenario.past) await remember(environment(room.home)['STEMMA_HOME']!, scenario.past);
  await using capture = await startCapture(room.home, agent.name, installed);
  const archived = () => captured(environment(room.home)['STEMMA_HOME']!);

  const { file, args, env } = agent.launch(room, scenario.prompt);
  const running = startProcess(file, args, {
    cwd: room.project,
    env: { ...environment(room.home), ...env },
    limitMs: agentLimitMs,
  });
  let seenRunning = false;
  if (scenario.killedIn) {
    const sign = join(room.project, scenario.killedIn);
    await Promise.race([running.ended, until(() => existsSync(sign), agentLimitMs)]);
    seenRunning = await until(async () => (await inMotion(archived)).some(hasCall), patienceMs);
  }
  // Of one that has ended, whatever it may have left running.
  if (!scenario.killedIn) await running.ended;
  running.kill();
  const ended = await running.ended;

  await until(async () => isWhole(model.given, await inMotion(archived)), patienceMs);
  await capture.stop();
  const live = await archived();
  await stemma(room.home, ['ingest', '--json']);
  return {
    home: room.home,
    given: model.given,
    live,
    sessions: await archived(),
    hooks: hooksIn(environment(room.home)['STEMMA_HOME']!, agent.name),
    seenRunning,
    ended,
    requests: model.requests,
    log: model.log,
  };
}

function hooksIn(stemmaHome: string, agent: string): Driven['hooks'] {
  const logs = globSync(join(stemmaHome, 'hooks', agent, '*.jsonl'));
  const collected = logs.flatMap((log) => readFileSync(log, 'utf8').trimEnd().split('\n')).length;
  return { collected, left: globSync(join(stemmaHome, 'spool', '*')).length };
}

function hasCall({ events }: CapturedSession): boolean {
  return events.some(({ content }) => content?.is === 'call');
}

/**
 * While the archive is written: an event of a hook disappears when that of the transcript replaces it, even between
 * two questions.
 */
async function inMotion(archived: () => Promise<readonly CapturedSession[]>): Promise<readonly CapturedSession[]> {
  return archived().catch((error: unknown) => {
    if (error instanceof StemmaError && error.code === 'event-not-found') return [];
    throw error;
  });
}

/** Whether it happened in time. */
async function until(happened: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (await happened()) return true;
    await wait(100);
  }
  return false;
}
