import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent, Room } from './agent.ts';
import { captured } from './captured.ts';
import type { CapturedSession } from './captured.ts';
import { scriptedModel } from './model/server.ts';
import type { Given } from './model/server.ts';
import { environment, freshPlace } from './room.ts';
import { startProcess } from './run-process.ts';
import type { Ended } from './run-process.ts';
import { conversationsOf } from './script.ts';
import type { Scenario } from './script.ts';
import { stemma } from './stemma.ts';

/** What the script did and what stemma says happened. */
export interface Driven {
  readonly home: string;
  readonly given: readonly Given[];
  readonly sessions: readonly CapturedSession[];
  readonly ended: Ended;
  /** Requests to the model, for a person who looks for what went wrong. */
  readonly log: readonly string[];
}

const limitMs = 120_000;

/** Plays one scenario to one agent in a room of its own. */
export async function drive(agent: Agent, installed: string, scenario: Scenario, { keep }: { keep: boolean }): Promise<Driven> {
  using place = freshPlace(`${agent.name}-${scenario.name}`, { keep });
  await using model = await scriptedModel(conversationsOf(scenario), (call, earlier) => agent.tool(call, place.project, earlier)!);
  const room: Room = { home: place.home, project: place.project, installed, model: model.url };
  await agent.prepare?.(room);
  const { file, args, env } = agent.launch(room, scenario.prompt);
  const running = startProcess(file, args, { cwd: room.project, env: { ...environment(room.home), ...env }, limitMs });
  if (scenario.killedIn) {
    await until(() => existsSync(join(place.project, scenario.killedIn!)), running.ended);
    await wait(1000);
    running.kill();
  }
  const ended = await running.ended;
  running.kill();
  await stemma(place.home, ['ingest', '--json']);
  const sessions = await captured(environment(place.home)['STEMMA_HOME']!);
  return { home: place.home, given: model.given, sessions, ended, log: model.log };
}

async function until(happened: () => boolean, orElse: Promise<unknown>): Promise<void> {
  let isOver = false;
  void orElse.then(() => (isOver = true));
  while (!isOver && !happened()) await wait(50);
}
