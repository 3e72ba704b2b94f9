import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get as send } from 'node:http';
import { join } from 'node:path';

const bin = join(import.meta.dirname, '../bin/stemma.js');

/** The server in a process of its own, once it can be asked. */
export async function served(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', bin, 'serve', '--json', '--port', '0', ...args],
    { env: { PATH: process.env['PATH'], HOME: env['STEMMA_HOME'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  const { port } = JSON.parse(line.toString()) as { port: number };
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const get = (path: string): Promise<{ readonly status: number; readonly text: string }> =>
    new Promise((resolve, reject) => {
      send({ host: '127.0.0.1', port, path, agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      }).on('error', reject);
    });
  const status = (name: string): number =>
    Number(
      new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ??
        Number.NaN,
    ) * 1024;
  return {
    origin: `http://127.0.0.1:${port}`,
    get,
    json: async (path: string): Promise<unknown> => JSON.parse((await get(path)).text),
    peak: () => status('VmHWM'),
    resident: () => status('VmRSS'),
    /** A client that trusts the server: the largest number of events it was sent. */
    follow: () =>
      new Promise<{ readonly events: () => number }>((resolve, reject) => {
        let [rest, events] = ['', 0];
        send({ host: '127.0.0.1', port, path: '/api/live', agent: false }, (response) => {
          response.setEncoding('utf8');
          response.on('error', () => undefined);
          response.on('data', (text: string) => {
            const blocks = (rest + text).split('\n\n');
            rest = blocks.pop()!;
            for (const block of blocks) {
              if (block.includes('event: hello')) resolve({ events: () => events });
              const data = /^data: (.*)$/m.exec(block)?.[1];
              const { sessions = [] } =
                data === undefined ? {} : (JSON.parse(data) as { sessions?: { events: number }[] });
              for (const session of sessions) events = Math.max(events, session.events);
            }
          });
        }).on('error', reject);
      }),
    async [Symbol.asyncDispose]() {
      agent.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
    },
  };
}
