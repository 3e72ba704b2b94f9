import type { App } from './app.ts';
import type { Command, Input } from './line/command.ts';
import { loadCommand, verbs } from './commands/table.ts';
import { parse, splitVerb } from './line/parse.ts';
import type { Run } from './run.ts';
import { settingsOf } from './settings/settings.ts';
import { colourInk, noInk } from './text/ink.ts';

/** Runs one command line to its exit code: 0 answered, 1 failed, 2 misused, 130 interrupted. */
export async function execute(argv: readonly string[], app: App): Promise<number> {
  try {
    const { command, input } = await understand(argv, app);
    const run = beginRun(app, input);
    for (const warning of run.settings.warnings) run.say(warning);
    return (await command.run(run, input)) ?? 0;
  } catch (error) {
    const { explain } = await import('./line/explain.ts');
    const { text, code } = explain(error);
    await app.err.write(text);
    return code;
  }
}

async function understand(
  argv: readonly string[],
  app: App,
): Promise<{ readonly command: Command; readonly input: Input }> {
  const { verb, rest } = splitVerb(argv);
  if (verb === undefined) {
    const asksVersion = argv.some((word) => word === '--version' || word === '-V');
    const command = await loadCommand(asksVersion ? 'version' : 'help');
    const words = rest.filter((word) => word !== '--version' && word !== '-V');
    return { command, input: parse(command, words, app.clock()) };
  }
  if (!verbs.includes(verb)) throw (await import('./unknown-command.ts')).unknownCommand(verb);
  const command = await loadCommand(verb);
  const input = parse(command, rest, app.clock());
  if (input.flags['help'] !== true) return { command, input };
  return { command: await loadCommand('help'), input: { ...input, args: [verb] } };
}

function beginRun(app: App, input: Input): Run {
  const settings = settingsOf(input.flags, app.machine, app.out.isTerminal);
  const now = app.clock();
  const say = (text: string) => {
    if (!settings.quiet) void app.err.write(`${text}\n`);
  };
  // `watch` opens it repeatedly: one note is enough.
  const sayWaiting = once(() => say('Another stemma is writing to this archive; waiting for it.'));
  const run: Run = {
    app,
    settings,
    now,
    ink: settings.colour ? colourInk : noInk,
    columns: Math.max(40, app.out.columns),
    say,
    print: (text) => app.out.write(text),
    openToWrite: () => app.openStore(settings, 'write', sayWaiting),
    openArchive: async () => (await import('./open-archive.ts')).openArchive(run),
    answer: (data, text) => app.out.write(settings.json ? `${JSON.stringify(data)}\n` : text()),
  };
  return run;
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}
