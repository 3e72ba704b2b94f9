import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { peakOf } from '../../command.ts';
import { findCorpus } from '../../corpus.ts';
import { filesBelow } from '../../files-below.ts';
import { growSession } from '../../grow-session.ts';
import { ours, peersHere, type Program } from '../../peers.ts';
import type { Finding, SpeedPromise } from '../../promise.ts';
import { temporaryFolder } from '../../temporary.ts';

const rounds = Number(process.env['STEMMA_BENCH_ROUNDS'] ?? 5);
const question = "Error: Cannot find module 'vite'";
const megabyte = 1e6;

/** In milliseconds, of the process and all it started. */
interface Took {
  readonly wall: number;
  readonly cpu: number;
}

const asked = ['first index', 'nothing new', 'ten lines more', 'similar', 'list', 'version'] as const;
type Asked = (typeof asked)[number];

export const peers: SpeedPromise = {
  name: 'peers',
  says: 'On the same transcripts, in turn: a first index takes no longer than agentsview and 0.7 times as long as deja-vu; what people wait for takes a moment.',

  async measure(say) {
    using folder = temporaryFolder();
    const { here, missing } = peersHere();
    for (const reason of missing) say(reason);
    const programs = [ours, ...here].map((program) => ({ program, home: homeOf(program, folder.path) }));
    const corpus = findCorpus(folder.path);
    for (const { home } of programs)
      cpSync(corpus.folders[0]!, projectsIn(home), { recursive: true, dereference: true });
    const best = new Map<string, Took>();
    const note = (name: string, took: Took): void => {
      const before = best.get(name) ?? { wall: Infinity, cpu: Infinity };
      best.set(name, { wall: Math.min(before.wall, took.wall), cpu: Math.min(before.cpu, took.cpu) });
    };
    for (let round = 1; round <= rounds; round++) {
      say(`round ${round} of ${rounds}`);
      note('node', run([process.execPath, '-e', '0'], {}));
      for (const { program, home } of programs)
        for (const name of asked) note(`${program.name} ${name}`, ask(program, home, name));
    }
    const of = (program: string, name: Asked): Took => best.get(`${program} ${name}`)!;
    const ratio = (peer: string, name: Asked, by: keyof Took): number => of('stemma', name)[by] / of(peer, name)[by];

    const own: readonly Finding[] = [
      inMs('nothing new, CPU', of('stemma', 'nothing new'), 120),
      inMs('ten lines more, CPU', of('stemma', 'ten lines more'), 400),
      inMs('similar, CPU', of('stemma', 'similar'), 100),
      inMs('list, CPU', of('stemma', 'list'), 90),
      {
        what: 'version / `node -e 0`, CPU',
        measured: of('stemma', 'version').cpu / best.get('node')!.cpu,
        unit: 'x',
        most: 1.3,
      },
      { what: 'first index, memory', measured: firstIndexPeak(programs[0]!.home) / megabyte, unit: 'MB', most: 260 },
    ];
    const compared = here.flatMap(({ name: peer }): Finding[] => [
      {
        what: `first index / ${peer}, wall`,
        measured: ratio(peer, 'first index', 'wall'),
        unit: 'x',
        most: peer === 'agentsview' ? 1 : 0.7,
      },
      {
        what: `first index / ${peer}, CPU`,
        measured: ratio(peer, 'first index', 'cpu'),
        unit: 'x',
        ...(peer === 'agentsview' && { most: 1.3 }),
      },
      ...asked
        .slice(1)
        .map((name): Finding => ({ what: `${name} / ${peer}, CPU`, measured: ratio(peer, name, 'cpu'), unit: 'x' })),
    ]);
    const all = programs.flatMap(({ program: { name } }) =>
      asked.map((each) => `${name} ${each} ${of(name, each).cpu.toFixed(0)}/${of(name, each).wall.toFixed(0)}`),
    );
    return {
      how: `${corpus.says}: ${filesBelow(projectsIn(programs[0]!.home)).length} files of Claude Code; ${rounds} rounds, all programs in turn, the least of each, CPU with all that was started. ${missing.join('. ')}${missing.length > 0 ? '. ' : ''}In ms, CPU/wall: ${all.join(', ')}.`,
      findings: [...own, ...compared],
    };
  },
};

function inMs(what: string, { cpu }: Took, most: number): Finding {
  return { what, measured: cpu, unit: 'ms', most };
}

function homeOf({ name }: Program, below: string): string {
  const home = join(below, name);
  mkdirSync(home, { recursive: true });
  return home;
}

function projectsIn(home: string): string {
  return join(home, '.claude/projects/all');
}

function ask(program: Program, home: string, name: Asked): Took {
  const { index, similar, list, version, state } = program;
  switch (name) {
    case 'first index':
      for (const path of state) rmSync(join(home, path), { recursive: true, force: true });
      return start(program, home, index);
    case 'ten lines more':
      growSession(longest(projectsIn(home)), 10);
      return start(program, home, index);
    case 'nothing new':
      return start(program, home, index);
    case 'similar':
      return start(program, home, similar(question));
    case 'list':
      return start(program, home, list);
    case 'version':
      return start(program, home, version);
  }
}

function start({ command, env }: Program, home: string, args: readonly string[]): Took {
  return run([...command, ...args], { ...envOf(home), ...env });
}

function envOf(home: string): Record<string, string> {
  return { HOME: home, PATH: process.env['PATH'] ?? '', NO_COLOR: '1' };
}

/** The shell adds up the processor time of what it started, to the millisecond where it is bash. */
function run(command: readonly string[], env: Readonly<Record<string, string>>): Took {
  const began = performance.now();
  const script = 'TIMEFORMAT="took %U %S"; { time "$@" >/dev/null 2>/dev/null; } 2>&1';
  const { status, stdout } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  const wall = performance.now() - began;
  const [, user, system] = /took ([\d.]+) ([\d.]+)/.exec(stdout ?? '') ?? [];
  // Who finds nothing may say so with 1.
  if ((status !== 0 && status !== 1) || user === undefined)
    throw new Error(`\`${command.join(' ')}\` ended with ${status}.`);
  return { wall, cpu: 1000 * (Number(user) + Number(system)) };
}

/** Of one more first index, so that measuring it disturbs no time. */
function firstIndexPeak(home: string): number {
  for (const path of ours.state) rmSync(join(home, path), { recursive: true, force: true });
  return peakOf([...ours.command.slice(1), ...ours.index], { ...process.env, ...envOf(home), STEMMA_HOME: '' });
}

function longest(folder: string): string {
  return filesBelow(folder)
    .filter((path) => path.endsWith('.jsonl'))
    .reduce((most, path) => (statSync(path).size > statSync(most).size ? path : most));
}
