import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Firefox, driven by WebDriver BiDi. Playwright drives only its own build of Firefox, or one newer than Debian's: it
 * sends `emulation.setMediaFeaturesOverride` to every window, which Firefox ESR does not know.
 */
export interface FirefoxBrowser extends AsyncDisposable {
  /** Errors on the console and exceptions, of every page so far. */
  readonly problems: readonly string[];
  open(address: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Waits until an expression of the page is true. */
  waitFor(expression: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  press(key: string): Promise<void>;
}

export async function startFirefox(path: string): Promise<FirefoxBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'stemma-firefox-'));
  writeFileSync(join(profile, 'user.js'), preferences);
  const program = spawn(path, ['--headless', '--remote-debugging-port=0', '--no-remote', '--profile', profile], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'UTC', MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const socket = new WebSocket(`${await addressOf(program.stderr)}/session`);
  await once(socket, 'open');
  const { send, problems } = connect(socket);
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const { context } = contexts[0]!;

  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = (await send('script.evaluate', {
      expression: `JSON.stringify(${expression})`,
      target: { context },
      awaitPromise: true,
    })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
    if (answer.type !== 'success') throw new Error(`${expression}: ${answer.exceptionDetails?.text}`);
    return answer.result?.value === undefined ? undefined : JSON.parse(answer.result.value);
  };
  return {
    problems,
    evaluate,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async waitFor(expression) {
      for (const end = Date.now() + 10_000; Date.now() < end;) {
        if (await evaluate(`Boolean(${expression})`)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`Firefox waited in vain for ${expression}, at ${String(await evaluate('location.href'))}`);
    },
    async press(key) {
      const actions = [
        { type: 'keyDown', value: key },
        { type: 'keyUp', value: key },
      ];
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    async [Symbol.asyncDispose]() {
      const ended = once(program, 'close');
      await send('browser.close', {}).catch(() => program.kill());
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** No first-run pages, no updates, no requests of Firefox's own. */
const preferences = [
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.page', 0],
  ['browser.aboutwelcome.enabled', false],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['app.update.enabled', false],
  ['app.normandy.enabled', false],
  ['extensions.systemAddon.update.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
  ['toolkit.telemetry.enabled', false],
  ['ui.prefersReducedMotion', 1],
]
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('');

/** Firefox prints where it listens. */
async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(stderr)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox ended before it listened.');
}

function connect(socket: WebSocket) {
  const problems: string[] = [];
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      type: string;
      result?: unknown;
      error?: string;
      message?: string;
      params?: { level: string; text: string };
    };
    if (message.type === 'event') {
      if (message.params?.level === 'error') problems.push(message.params.text);
      return;
    }
    const asked = waiting.get(message.id!);
    waiting.delete(message.id!);
    if (message.type === 'success') asked?.resolve(message.result);
    else asked?.reject(new Error(`${message.error}: ${message.message}`));
  });
  const send = (method: string, params: object): Promise<unknown> => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
  return { send, problems };
}
