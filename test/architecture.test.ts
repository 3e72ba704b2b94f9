import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agents } from '../src/sources/registry.ts';

// Data flows down this list. A room imports from floors above its own; rooms on one floor do not know each other.
const floors = [
  ['model'],
  ['platform'],
  ['sources', 'normalise', 'causal', 'memory', 'store'],
  ['ingest', 'ask'],
  ['live', 'entries', 'team'],
  ['cli', 'mcp', 'http', 'sdk'],
  ['types.ts'],
  ['main.ts', 'index.ts', 'source.ts', 'otel.ts', 'advise.ts', 'statusline.ts', 'resume-hook.ts'],
];

// The contract stands at the top of these rooms, one folder per implementation below it; implementations are strangers.
const roomsOfStrangers = ['sources', 'store'];

// Folders that all implementations of a room build on. They know none of them.
const sharedFolders: Readonly<Record<string, readonly string[]>> = {
  store: ['contract', 'contract-tests', 'rows', 'queries', 'copy'],
  sources: ['agent', 'opencode-format', 'reader'],
};

// What these conclude from a history must be the same tomorrow: the clock and chance come in as arguments or not at
// all.
const timelessRooms = ['normalise', 'causal', 'memory'];
const clocksAndDice =
  /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.now\b|\bhrtime\b|\bMath\.random\b|\brandom(UUID|Bytes|Int)\b/g;

// Agents are named in their own folders and in the registry. Elsewhere only where a text for people shows an example,
// and where a word is not an agent.
const namesAllowed: readonly { readonly where: RegExp; readonly what: RegExp; readonly because: string }[] = [
  { where: /^src\/cli\/commands\//, what: /./, because: 'help shows examples' },
  { where: /^src\/cli\/render\//, what: /\bstemma \w|Codex/, because: 'renderers hold the examples of their command' },
  { where: /^src\//, what: /\bclaude:(?:3f2a)?…/, because: 'hints show what a uid looks like' },
  { where: /^src\//, what: /such as (?:claude-code|codex)/, because: 'descriptions of inputs show an example' },
  { where: /^src\/sources\/opencode-format\//, what: /./, because: 'the format has the name of its first program' },
  { where: /^src\/store\/postgres\//, what: /\bscroll cursor\b/, because: 'a cursor is a word of SQL too' },
  { where: /^src\/store\/contract-tests\//, what: /./, because: 'tests need sessions of some agent' },
  { where: /^src\/memory\/cost\/model-name\.ts$/, what: /./, because: 'models have names of their own' },
];

type Module = { readonly path: string; readonly text: string };

const program: readonly Module[] = globSync('src/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|contract)\.ts$|\/fixtures\/|^src\/testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test('every room is on a floor', () => {
  expect(program.flatMap(homeless)).toEqual([]);
});

test('imports point up, towards the model', () => {
  expect(program.flatMap(strayImports)).toEqual([]);
});

test('neighbours do not know each other: no agent imports another agent, no database another database', () => {
  expect(program.flatMap(neighbourlyImports)).toEqual([]);
});

test('nobody but the list of agents knows one: its folder and its line there are all it takes to add one', () => {
  expect(program.flatMap(importsOfAgents)).toEqual([]);
  expect(program.flatMap(namesOfAgents)).toEqual([]);
});

test('what we conclude from a history does not depend on the day or on chance', () => {
  expect(program.flatMap(looksAtTheClock)).toEqual([]);
});

test('the page imports only `stemma/types` of the program', () => {
  const page = globSync('web/src/**/*.{ts,tsx}').map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(path, 'utf8'),
  }));
  expect(
    page.flatMap((module) =>
      importsOf(module)
        .filter((to) => to.startsWith('src/') && to !== 'src/types.ts')
        .map((to) => `${module.path} imports ${to}`),
    ),
  ).toEqual([]);
});

test('benchmarks load modules that are there', () => {
  const named = globSync('bench/**/*.{ts,mjs}').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\bbuilt\('([^']+)'\)/g)].map(([, module]) => `src/${module}.ts`),
  );
  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
});

describe('these rules notice', () => {
  const written = (path: string, text: string): Module => ({ path, text });

  test.each([
    ['an import from a floor below', `import { why } from '../ask/why.ts';`, 'src/ask/why.ts'],
    ['an import over several lines', `import {\n  why,\n} from "../ask/why.ts";`, 'src/ask/why.ts'],
    ['a re-export', `export * from '../sources/source.ts';`, 'src/sources/source.ts'],
    ['a dynamic import', `const { why } = await import('../ask/why.ts');`, 'src/ask/why.ts'],
    ['an import of a type', `let store: import('../store/store.ts').Store;`, 'src/store/store.ts'],
    ['an import for its effect', `import '../main.ts';`, 'src/main.ts'],
    ['test code in the program', `import { story } from '../testing/stories.ts';`, 'src/testing/stories.ts'],
  ])('%s', (_, text, to) => {
    expect(strayImports(written('src/causal/derive.ts', text))).toEqual([
      expect.stringContaining(`src/causal/derive.ts imports ${to}, but `),
    ]);
  });

  test('an agent that knows another agent', () => {
    const text = `import { record } from '../codex/record.ts';`;
    expect(neighbourlyImports(written('src/sources/claude-code/index.ts', text))).toEqual([
      'src/sources/claude-code/index.ts imports src/sources/codex/record.ts, but claude-code and codex are strangers: ' +
        'what both need belongs in src/sources/ or on an earlier floor.',
    ]);
  });

  test('shared queries that know a database', () => {
    const text = `import { open } from '../sqlite/open.ts';`;
    expect(neighbourlyImports(written('src/store/queries/events.ts', text))).toHaveLength(1);
    const shared = `import { codes } from '../rows/codes.ts';`;
    expect(neighbourlyImports(written('src/store/sqlite/events.ts', shared))).toEqual([]);
  });

  test('a file that knows an agent', () => {
    const text = [
      `import { hooks } from '../sources/codex/hook-events.ts'; // not 'gemini'`,
      `if (agent === 'codex' || agent === 'pi') print('Claude Code says "continue"');`,
      `print('Give its uid, such as claude:3f2a…, or raspberry pi.');`,
    ].join('\n');
    expect(importsOfAgents(written('src/live/answer.ts', text))).toEqual([
      'src/live/answer.ts imports src/sources/codex/hook-events.ts: ask src/sources/registry.ts for the descriptor.',
    ]);
    expect(namesOfAgents(written('src/live/answer.ts', text))).toEqual([
      'src/live/answer.ts names an agent in "codex": let its descriptor say what is special about it.',
      'src/live/answer.ts names an agent in "pi": let its descriptor say what is special about it.',
      'src/live/answer.ts names an agent in "Claude Code says "continue"": let its descriptor say what is special about it.',
    ]);
    expect(namesOfAgents(written('src/sources/codex/install.ts', text))).toEqual([]);
  });

  test('a look at the clock', () => {
    const text = `const age = Date.now() - event.at; // not new Date()`;
    expect(looksAtTheClock(written('src/memory/skills/score.ts', text))).toEqual([
      'src/memory/skills/score.ts uses Date.now: take it as an argument, so that the same history gives the same answer.',
    ]);
  });

  test('a room nobody placed', () => {
    expect(homeless(written('src/attic/box.ts', ''))).toEqual([
      'src/attic/box.ts is on no floor: give `attic` a place in test/architecture.test.ts.',
    ]);
  });

  test('and leave alone what is in order', () => {
    const module = written(
      'src/sources/codex/index.ts',
      `import type { Source } from '../source.ts';
       import { join } from 'node:path';
       import { wholeLines } from '../../platform/whole-lines.ts';
       import { record } from './record.ts';
       // import { why } from '../../ask/why.ts';
       export { toEvent } from './to-event.ts';`,
    );
    expect([...strayImports(module), ...neighbourlyImports(module)]).toEqual([]);
  });
});

function homeless({ path }: Module): string[] {
  const room = roomOf(path);
  return floorOf(room) >= 0 ? [] : [`${path} is on no floor: give \`${room}\` a place in test/architecture.test.ts.`];
}

function strayImports(module: Module): string[] {
  const from = roomOf(module.path);
  return importsOf(module)
    .filter((path) => roomOf(path) !== from)
    .flatMap((path) => {
      const to = roomOf(path);
      const story = `${module.path} imports ${path}, but`;
      if (to === 'testing') return [`${story} the program does not carry its tests along.`];
      if (floorOf(to) === floorOf(from))
        return [`${story} ${from} and ${to} share a floor and do not know each other.`];
      if (floorOf(to) > floorOf(from)) return [`${story} ${to} is built on ${from}, not the other way round.`];
      return [];
    });
}

function neighbourlyImports(module: Module): string[] {
  const from = implementationOf(module.path);
  if (!from) return [];
  return importsOf(module).flatMap((path) => {
    const to = implementationOf(path);
    if (!to || to === from || roomOf(path) !== roomOf(module.path) || isShared(path)) return [];
    return [
      `${module.path} imports ${path}, but ${from} and ${to} are strangers: ` +
        `what both need belongs in src/${roomOf(path)}/ or on an earlier floor.`,
    ];
  });
}

function importsOfAgents(module: Module): string[] {
  if (module.path === 'src/sources/agents.ts') return [];
  return importsOf(module)
    .filter((path) => isOfAgent(path) && implementationOf(path) !== implementationOf(module.path))
    .map((path) => `${module.path} imports ${path}: ask src/sources/registry.ts for the descriptor.`);
}

function namesOfAgents({ path, text }: Module): string[] {
  if (isOfAgent(path)) return [];
  return literalsIn(text)
    .filter((literal) => !literal.startsWith('./') && !literal.startsWith('../') && namesAgent(literal))
    .filter((literal) => !namesAllowed.some(({ where, what }) => where.test(path) && what.test(literal)))
    .map((literal) => `${path} names an agent in "${literal}": let its descriptor say what is special about it.`);
}

function isOfAgent(path: string): boolean {
  return agents.some(({ name }) => path.startsWith(`src/sources/${name}/`));
}

/** The names of some are also common words: they count when they are all of the text. */
function namesAgent(literal: string): boolean {
  return agents
    .flatMap(({ name, flavor, title }) => [name, flavor, title])
    .some((name) =>
      /^(?:amp|continue|generic|pi)$/i.test(name)
        ? literal.toLowerCase() === name.toLowerCase()
        : new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(literal),
    );
}

/** What stands between quotes, templates line by line. */
function literalsIn(text: string): string[] {
  return [...withoutComments(text).matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)/g)].map(
    ([, single, double, template]) => single ?? double ?? template ?? '',
  );
}

function looksAtTheClock({ path, text }: Module): string[] {
  if (!timelessRooms.includes(roomOf(path))) return [];
  return [...withoutComments(text).matchAll(clocksAndDice)].map(
    ([use]) => `${path} uses ${use}: take it as an argument, so that the same history gives the same answer.`,
  );
}

/** `src/ask/why.ts` is in the room `ask`; a file directly in src/ is a room of its own. */
function roomOf(path: string): string {
  return path.split('/')[1]!;
}

function floorOf(room: string): number {
  return floors.findIndex((rooms) => rooms.includes(room));
}

/** `src/store/sqlite/open.ts` belongs to `sqlite`; `src/store/store.ts` to all stores. */
function implementationOf(path: string): string | undefined {
  const [, room, folder, file] = path.split('/');
  return file && roomsOfStrangers.includes(room!) ? folder : undefined;
}

function isShared(path: string): boolean {
  const [, room, folder] = path.split('/');
  return sharedFolders[room!]?.includes(folder!) ?? false;
}

/** Static, dynamic, for effect, of types, and re-exports: whatever names a relative file after `from` or `import`. */
function importsOf({ path, text }: Module): string[] {
  return [...withoutComments(text).matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].map(([, to]) =>
    posix.join(posix.dirname(path), to!),
  );
}

/** Only where a comment differs from a glob or an address in a string: at the start of a line, after a space. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*.*?\*\//gms, '').replace(/(?<=^|\s)\/\/.*$/gm, '');
}
