import { programName } from './program-name.ts';
import { isProgram } from './programs.ts';
import { simpleCommands, type SimpleCommand } from './simple-commands.ts';

/**
 * What a command line actually runs: inside `bash -lc "…"`, behind `sudo`, `env`, `timeout 60`, `npx`, `uv run` and the
 * like, behind `xargs` and `find -exec`, and in containers. An unknown wrapper is recognised by the known program
 * behind it.
 */
export function parseCommandLine(line: string): readonly SimpleCommand[] {
  return parse(line, 0);
}

function parse(line: string, depth: number): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  for (const command of simpleCommands(line)) {
    const words = unwrap(command.words);
    const script = depth < 3 ? innerScript(words) : undefined;
    if (script === undefined) {
      commands.push(
        words === command.words
          ? command
          : { ...command, words, ...(gives.has(programName(command.words[0])) && { by: command.words }) },
      );
      continue;
    }
    const inner = parse(script, depth + 1);
    commands.push(...inner.slice(0, -1), ...inner.slice(-1).map((last) => ({ ...last, joint: command.joint })));
    if (command.writes.length > 0) commands.push({ words: [], writes: command.writes, joint: command.joint });
  }
  return commands;
}

const gives = new Set(['xargs', 'parallel', 'find', 'fd']);

/** A command given as a list of arguments, as one line. */
export function joinWords(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
}

function innerScript(words: readonly string[]): string | undefined {
  const program = programName(words[0]);
  if (program === 'eval') return words.slice(1).join(' ');
  if (!shells.has(program)) return undefined;
  for (let at = 1; at < words.length; at++) {
    if (/^-[a-z]*c$|^[-/](?:Command|c)$/i.test(words[at]!))
      return words.slice(at + 1, program === 'cmd' || program.startsWith('p') ? undefined : at + 2).join(' ');
    if (!/^[-+]/.test(words[at]!)) return undefined;
  }
  return undefined;
}
const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh', 'fish', 'ash', 'pwsh', 'powershell', 'cmd']);

function unwrap(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let layers = 0; layers < 8; layers++) {
    const inner = inside(rest);
    if (inner === undefined || inner.length === 0) return rest;
    rest = inner;
  }
  return rest;
}

/** What a wrapper wraps; undefined when the first word is no wrapper. */
function inside(words: readonly string[]): readonly string[] | undefined {
  const program = programName(words[0]);
  const valued = wrappers.get(program);
  if (valued !== undefined) return afterFlags(words, 1, valued, program === 'timeout' ? 1 : 0);
  const second = words[1] ?? '';
  const runner = Object.hasOwn(runners, program) ? runners[program] : undefined;
  if (runner?.test(second)) return afterFlags(words, 2, runnerFlags, 0);
  if (program === 'docker' || program === 'podman' || program === 'docker-compose') return insideContainer(words);
  if (program === 'kubectl' && second === 'exec') return afterDashes(words);
  if (program === 'find' || program === 'fd') return afterExec(words);
  if (
    program === '' ||
    isProgram(program) ||
    shells.has(program) ||
    !/^[a-z][\w-]*$/.test(program) ||
    words[0] !== program
  )
    return undefined;
  return isProgram(second) && !genericWords.has(second) ? words.slice(1) : undefined;
}

/** Wrappers, each with the flags that take a value. */
const wrappers: ReadonlyMap<string, RegExp> = new Map([
  ['sudo', /^-[ugphCTr]$|^--(?:user|group)$/],
  ['doas', /^-[uC]$/],
  ['env', /^-[uSC]$/],
  ['time', /^-[fo]$/],
  ['timeout', /^-[sk]$/],
  ['gtimeout', /^-[sk]$/],
  ['nice', /^-n$/],
  ['ionice', /^-[cn]$/],
  ['nohup', /^$/],
  ['setsid', /^$/],
  ['exec', /^-a$/],
  ['command', /^$/],
  ['builtin', /^$/],
  ['stdbuf', /^-[ioe]$/],
  ['unbuffer', /^$/],
  ['caffeinate', /^-[tw]$/],
  ['chronic', /^$/],
  ['xargs', /^-[IinPLds]$/],
  ['parallel', /^-[jN]$/],
  ['npx', /^-p$|^--package$/],
  ['bunx', /^-p$|^--package$/],
  ['pnpx', /^$/],
  ['uvx', /^--(?:from|with|python)$|^-p$/],
  ['dotenv', /^-[ef]$/],
  ['dotenvx', /^-f$/],
  ['cross-env', /^$/],
  ['xvfb-run', /^-[es]$/],
]);

/** Programs that run others with one of their own words: `npm exec`, `uv run`, `bundle exec`. */
const runners: Readonly<Record<string, RegExp>> = {
  npm: /^(?:exec|x)$/,
  pnpm: /^(?:exec|dlx)$/,
  yarn: /^(?:exec|dlx)$/,
  bun: /^x$/,
  uv: /^run$/,
  poetry: /^run$/,
  pipenv: /^run$/,
  pdm: /^run$/,
  rye: /^run$/,
  hatch: /^run$/,
  pipx: /^run$/,
  conda: /^run$/,
  bundle: /^exec$/,
  mise: /^(?:exec|x)$/,
  asdf: /^exec$/,
  direnv: /^exec$/,
  corepack: /^(?:npm|pnpm|yarn)$/,
};
const runnerFlags = /^-[npC]$|^--(?:with|extra|group|package|python|filter|name|directory|project)$/;

function afterFlags(words: readonly string[], from: number, valued: RegExp, operands: number): readonly string[] {
  let at = from;
  while (at < words.length && (words[at]!.startsWith('-') || /^[A-Za-z_]\w*=/.test(words[at]!)))
    at += valued.test(words[at]!) ? 2 : 1;
  return words.slice(at + operands);
}

function afterDashes(words: readonly string[]): readonly string[] | undefined {
  const at = words.indexOf('--');
  return at < 0 ? undefined : words.slice(at + 1);
}

/** `docker exec -it web npm test`, `docker compose run --rm web npm test`. */
function insideContainer(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      index < 6 &&
      (word === 'exec' ||
        (word === 'run' && words.includes('compose')) ||
        (word === 'run' && words[0]!.endsWith('compose'))),
  );
  if (at < 0) return undefined;
  const inner = afterFlags(words, at + 1, /^-[uew]$|^--(?:user|env|workdir|name|index)$/, 1);
  return inner.length === 0 ? undefined : inner;
}

function afterExec(words: readonly string[]): readonly string[] | undefined {
  const at = words.findIndex((word) => /^(?:-exec(?:dir)?|-ok|-x|--exec|-X)$/.test(word));
  return at < 0 ? undefined : words.slice(at + 1);
}

// Programs whose names are also ordinary arguments: `deploy test`, `compose build`.
const genericWords = new Set([
  'test',
  'install',
  'file',
  'type',
  'view',
  'find',
  'sort',
  'time',
  'set',
  'read',
  'source',
  'export',
  'exit',
  'date',
  'wait',
  'more',
  'less',
  'cut',
  'split',
  'patch',
  'tree',
  'http',
  'ant',
  'tap',
  'tox',
  'nox',
  'task',
  'just',
]);
