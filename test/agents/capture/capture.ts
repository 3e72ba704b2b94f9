import { setTimeout as wait } from 'node:timers/promises';
import { installableAgents } from '../../../src/sources/registry.ts';
import { environment } from '../room/room.ts';
import { startProcess } from '../room/run-process.ts';
import { mainFile, stemma } from '../room/stemma.ts';

/** Ends `stemma watch` as Ctrl-C would. */
export interface Capture extends AsyncDisposable {
  stop(): Promise<void>;
}

/** Live capture in a room: stemma's hooks in the agent's settings, and `stemma watch` beside it. */
export async function startCapture(home: string, agent: string, installed: string): Promise<Capture> {
  await installHooks(home, agent, installed);
  const watching = startProcess(process.execPath, [mainFile, 'watch', '--json'], {
    cwd: home,
    env: environment(home),
    limitMs: 300_000,
  });
  while (!watching.soFar().includes('Watching')) {
    const ended = await Promise.race([watching.ended, wait(50)]);
    if (ended) throw new Error(`stemma watch ended with ${ended.code}: ${ended.err}`);
  }
  const stop = async () => {
    watching.interrupt();
    const { code, err } = await watching.ended;
    if (code !== 0) throw new Error(`stemma watch ended with ${code}: ${err}`);
  };
  return {
    stop,
    async [Symbol.asyncDispose]() {
      watching.kill();
      await watching.ended;
    },
  };
}

/** An agent that has no hooks is read from its files alone, and that is no failure among all; anything else is. */
export async function installHooks(home: string, agent: string, installed: string): Promise<void> {
  if (!installableAgents.some(({ name }) => name === agent)) return;
  const answer = JSON.parse(await stemma(home, ['install', '--all', '--json'], { programs: installed })) as {
    agents: readonly Installed[];
  };
  const outcome = answer.agents.find((one) => one.agent === agent);
  if (outcome?.status !== 'installed' && outcome?.status !== 'unsupported')
    throw new Error(`stemma install --all did not install ${agent}: ${JSON.stringify(answer)}`);
}

interface Installed {
  readonly agent: string;
  readonly status: string;
}
