import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin } from './command.ts';

/** A program that indexes what coding agents leave on disk, and how it is asked the same things. */
export interface Program {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it keeps, below its home: removed before its first index. */
  readonly state: readonly string[];
  readonly index: readonly string[];
  readonly similar: (text: string) => readonly string[];
  readonly list: readonly string[];
  readonly version: readonly string[];
}

export const ours: Program = {
  name: 'stemma',
  command: [process.execPath, bin],
  state: ['.stemma'],
  index: ['ingest'],
  similar: (text) => ['similar', text],
  list: ['sessions'],
  version: ['--version'],
};

/** The others that are here, and why the rest is not measured. */
export function peersHere(): { readonly here: readonly Program[]; readonly missing: readonly string[] } {
  const found = others.map((other) => ({ other, path: programAt(other.variable, other.program) }));
  return {
    here: found.flatMap(({ other, path }) => (path === undefined ? [] : [{ ...other, command: [path] }])),
    missing: found.flatMap(({ other: { name, program, variable }, path }) =>
      path === undefined ? [`${name} is left out: there is no \`${program}\` on the PATH and none in ${variable}`] : [],
    ),
  };
}

type Other = Omit<Program, 'command'> & { readonly program: string; readonly variable: string };

const others: readonly Other[] = [
  {
    name: 'agentsview',
    program: 'agentsview',
    variable: 'STEMMA_BENCH_AGENTSVIEW',
    // Otherwise a server in the background would do the work, and go on after it.
    env: { AGENTSVIEW_NO_DAEMON: '1' },
    state: ['.agentsview'],
    index: ['sync'],
    similar: (text) => ['session', 'search', text],
    list: ['session', 'list'],
    version: ['--version'],
  },
  {
    name: 'deja-vu',
    program: 'deja',
    variable: 'STEMMA_BENCH_DEJA_VU',
    state: ['.cache', '.local', '.config/deja', '.deja'],
    index: ['index'],
    similar: (text) => ['fix', text],
    list: ['last', '20'],
    version: ['version'],
  },
];

function programAt(variable: string, program: string): string | undefined {
  const named = process.env[variable];
  if (named !== undefined) return existsSync(named) ? named : undefined;
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));
}
