import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newestCases } from '../support/captures.ts';
import { programEnv } from '../support/program-env.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `stemma serve` as a user starts it, with its own archive. */
export interface TestServer extends AsyncDisposable {
  /** With the token. */
  readonly link: string;
  readonly origin: string;
  readonly home: string;
  /** Runs the program over the same archive. */
  stemma(...args: string[]): Promise<string>;
}

/** `folders`: folders and files to ingest first. `server` is the one of a team, whose tokens `stemma` makes. */
export async function startServer(
  folders: readonly string[],
  flags: readonly string[] = ['--no-watch'],
  verb: 'serve' | 'server' = 'serve',
): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'stemma-web-'));
  const env = { ...programEnv, HOME: home };
  const run = async (...args: string[]): Promise<string> => {
    const child = spawn(process.execPath, [join(root, 'dist/main.js'), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (out += text.toString()));
    child.stderr.on('data', (text: Buffer) => (err += text.toString()));
    const [code] = (await once(child, 'close')) as [number];
    if (code !== 0) throw new Error(`stemma ${args.join(' ')} ended with ${code}: ${err}`);
    return out;
  };
  if (folders.length > 0) await run('ingest', ...folders);
  const server = spawn(
    process.execPath,
    [join(root, 'dist/main.js'), verb, '--json', '--quiet', '--port', '0', ...flags],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const { url: link } = JSON.parse(line) as { url: string };
  return {
    link,
    origin: new URL(link).origin,
    home,
    stemma: run,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'close');
      server.kill('SIGINT');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A folder with the recorded sessions of these agents, the newest of each scenario. */
export function capturedSessions(agents: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'stemma-captured-'));
  for (const agent of agents) {
    const fixtures = join(root, 'src/sources', agent, 'fixtures');
    for (const scenario of newestCases(fixtures)) {
      mkdirSync(join(folder, agent, scenario), { recursive: true });
      cpSync(join(fixtures, scenario), join(folder, agent, scenario), {
        recursive: true,
        filter: (path) => !path.endsWith('expected.txt'),
      });
    }
  }
  return folder;
}
