import { once as happens } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { App, Output } from './cli/app.ts';
import { execute } from './cli/execute.ts';
import { StemmaError } from './model/stemma-error.ts';
import { teamMemoryPath } from './platform/team-memory-path.ts';
import type { OpenStore } from './store/store.ts';

// The composition root of the program: the only place that knows which store and which sources are real. Both are
// loaded when a command asks for them.

// Deprecations of libraries inside (the driver of PostgreSQL warns when it reads ~/.pgpass) are for us to know, not for
// users.
process.noDeprecation = true;

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `stemma … | head` has read enough. That is no failure, and nobody is left to report to.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const app: App = {
  version: (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
    .version,
  machine: { home: homedir(), env: process.env },
  clock: Date.now,
  out: output(process.stdout),
  err: output(process.stderr),
  question: process.stdin.isTTY && process.stderr.isTTY ? question : undefined,
  input: process.stdin.isTTY ? undefined : input,
  story: fileURLToPath(new URL('../assets/demo', import.meta.url)),
  ...(import.meta.url.endsWith('.js') && {
    adviser: fileURLToPath(new URL('./advise.cjs', import.meta.url)),
    statusLiner: fileURLToPath(new URL('./statusline.cjs', import.meta.url)),
    resumer: fileURLToPath(new URL('./resume-hook.js', import.meta.url)),
    server: fileURLToPath(new URL('./main.js', import.meta.url)),
  }),
  untilInterrupted,
  async openStore({ archive, base }, mode, onWait) {
    const { openStore } = await import('./store/open-store.ts');
    return openStore(archive, { mode, home: base, ...(onWait ? { onWait } : {}) });
  },
  sources: async (name) => (await import('./sources/registry.ts')).loadSources(name),
  async serveMcp({ archive, say, ...request }) {
    const { serveStdio } = await import('./mcp/serve-stdio.ts');
    const { version, clock, sources } = app;
    await serveStdio({
      ...request,
      print: say,
      version,
      clock,
      sources: () => sources(),
      folder: process.cwd(),
      file: archive,
      openStore: (mode) => app.openStore({ archive, base: request.base }, mode),
      openTeamMemory: () => openTeamMemory(request.base),
    });
    // A write may still be waiting for another writer, and no client is left.
    process.exit(0);
  },
  async serveHttp({
    archive,
    base,
    home,
    isDemo,
    workspace,
    embedding,
    judge,
    setup,
    host,
    port,
    otlpPort,
    watch,
    signal,
    say,
    onListening,
  }) {
    const [{ serve }, { isPostgres }] = await Promise.all([
      import('./http/serve.ts'),
      import('./store/archive-address.ts'),
    ]);
    const { version, clock, sources, machine } = app;
    const openStore: OpenStore = (mode) => app.openStore({ archive, base }, mode);
    const inPostgres = isPostgres(archive);
    await using otlp = otlpPort === undefined ? undefined : await receiveOtlp({ home, port: otlpPort, print: say });
    await using serving = await serve({
      version,
      clock,
      sources,
      host,
      port,
      judge,
      setup,
      print: say,
      archive: {
        openStore,
        file: inPostgres ? undefined : archive,
        base,
        openTeamMemory: async () => (isDemo ? undefined : await openTeamMemory(base)),
        embedding,
        kind: inPostgres ? 'postgres' : 'sqlite',
        isDemo,
      },
      page: pageFolder(),
      token: machine.env['STEMMA_TOKEN'] || undefined,
      watch: watch && {
        home,
        openStore: () => openStore('write'),
        sources: await sources(),
        machine: watch.machine,
        exclude: watch.exclude,
        domains: watch.domains,
        workspace,
        clock,
        print: say,
      },
      // Loaded when the first agent asks: it takes as much memory as the rest of the server.
      mcp: (opened) => {
        const loading = once(async () =>
          (await import('./mcp/http-handler.ts')).httpHandler(
            { archive: opened, sources, clock, workspace, folder: process.cwd() },
            { version, print: say, hosts: 'checked' },
          ),
        );
        return async (request) => (await loading()).fetch(request);
      },
      secrets: [
        { text: archive, instead: 'the archive' },
        ...(inPostgres
          ? [
              {
                text: (await import('./store/postgres/connect/translate.ts')).addressOf(archive),
                instead: 'its address',
              },
            ]
          : []),
        { text: base, instead: '~/.stemma' },
        { text: machine.home, instead: '~' },
      ],
    });
    await onListening({ ...serving, otlp: otlp?.url });
    if (!signal.aborted) await happens(signal, 'abort');
  },
  async serveTeam({ place, signal, onListening, tls, ...options }) {
    const { startTeamServer } = await import('./http/team/team-server.ts');
    const { version, clock, sources, machine } = app;
    await using serving = await startTeamServer({
      ...options,
      tls,
      place,
      version,
      clock,
      sources: () => sources(),
      openStore: (archive, mode) => app.openStore({ archive, base: place.folder }, mode),
      page: pageFolder(),
      // Loaded when the first agent asks: it takes as much memory as the rest of the server.
      mcp:
        ({ print, ...context }) =>
        async (request) => {
          const { httpHandler } = await import('./mcp/http-handler.ts');
          const shared = { sources, clock, folder: place.folder };
          return httpHandler({ ...shared, ...context }, { version, print, hosts: 'checked' }).fetch(request);
        },
      secrets: [
        ...(place.database === undefined ? [] : [{ text: place.database, instead: 'the database' }]),
        { text: place.folder, instead: 'the server' },
        { text: machine.home, instead: '~' },
      ],
    });
    await onListening({ url: serving.url, port: serving.port });
    if (!signal.aborted) await happens(signal, 'abort');
  },
  browse(url) {
    const [command, ...args] =
      process.platform === 'darwin'
        ? ['open']
        : process.platform === 'win32'
          ? ['rundll32', 'url.dll,FileProtocolHandler']
          : ['xdg-open'];
    // No shell is involved. Without a browser the printed address must do. Imported here: no question on the command
    // line needs it, and loading takes a while.
    const { spawn } = process.getBuiltinModule('node:child_process');
    const child = spawn(command!, [...args, url], { stdio: 'ignore', detached: true });
    child.on('error', () => undefined);
    child.unref();
  },
};

process.exitCode = await execute(process.argv.slice(2), app);

function output(stream: NodeJS.WriteStream): Output {
  return {
    isTerminal: stream.isTTY === true,
    // A terminal that does not know its width reports 0. For a pipe it can be set: `COLUMNS=200 stemma sessions | grep
    // …`.
    columns: (stream.isTTY && stream.columns) || Number(process.env['COLUMNS']) || 80,
    write: (text) =>
      new Promise((resolve) => {
        if (stream.write(text)) resolve();
        else stream.once('drain', resolve);
      }),
  };
}

async function input(): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

/** Reads a typed line. Ctrl-D is no answer, Ctrl-C ends the command. */
async function question(text: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const { promise: left, resolve, reject } = Promise.withResolvers<string>();
  lines.once('SIGINT', () =>
    reject(
      new StemmaError('interrupted', 'Nothing was done.', { hint: 'Run the same command again to be asked again.' }),
    ),
  );
  lines.once('close', () => resolve(''));
  try {
    return await Promise.race([lines.question(text), left]);
  } finally {
    lines.close();
  }
}

function pageFolder(): string {
  return fileURLToPath(new URL(import.meta.url.endsWith('.js') ? './web' : '../dist/web', import.meta.url));
}

/** What was pulled from the team's server, if anything was. */
async function openTeamMemory(base: string) {
  const archive = teamMemoryPath(base);
  return existsSync(archive) ? await app.openStore({ archive, base }, 'read') : undefined;
}

function once<Made>(make: () => Made): () => Made {
  let made: { readonly it: Made } | undefined;
  return () => (made ??= { it: make() }).it;
}

async function receiveOtlp({ home, port, print }: { home: string; port: number; print: (text: string) => void }) {
  const [{ listenOtlp }, { receivedFolder }] = await Promise.all([
    import('./http/otlp/listen-otlp.ts'),
    import('./live/otlp/telemetry-receiver.ts'),
  ]);
  return listenOtlp({
    folder: receivedFolder(home),
    port,
    token: app.machine.env['STEMMA_OTLP_TOKEN'] || undefined,
    print,
  });
}

function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)
    process.on(signal, () => {
      // The second Ctrl-C ends it at once.
      if (controller.signal.aborted) process.exit(code);
      controller.abort();
    });
  return controller.signal;
}
