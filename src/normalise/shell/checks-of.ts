import type { CheckKind } from '../../model/operation.ts';
import { isProgram, type Doing } from './programs.ts';
import { programName } from './program-name.ts';

export interface Check {
  readonly kind: CheckKind;
  /** It fixes what it finds. */
  readonly fixes: boolean;
}

/** What a command checks, most often one thing; nothing when it is no check. `doing` is the result of `doingOf`. */
export function checksOf(words: readonly string[], doing: Doing): readonly Check[] {
  const program = programName(words[0]);
  const args = words.slice(1);
  const tasks = tasksOf(program, args);
  if (tasks !== undefined) {
    if (typeof tasks === 'number') return checksOf(args.slice(tasks), doing);
    const checks = new Map<CheckKind, Check>();
    for (const task of tasks) {
      const check = taskCheck(task, program);
      if (check && !checks.has(check.kind))
        checks.set(check.kind, args.some(isFix) ? { ...check, fixes: true } : check);
    }
    if (checks.size > 0) return [...checks.values()];
  }
  const formatter = formatters.get(program);
  if (formatter?.(args)) return [{ kind: 'lint', fixes: isWritten(program, args) }];
  if (doing === 'test') return [{ kind: 'test', fixes: false }];
  if (doing !== 'check') return [];
  const kind = kindOf(program, args);
  return [{ kind, fixes: kind === 'lint' && args.some(isFix) }];
}

function kindOf(program: string, args: readonly string[]): CheckKind {
  if (typeCheckers.has(program)) return 'type';
  if (builders.has(program)) return program.startsWith('b') && args.includes('test') ? 'test' : 'build';
  const word = args.find((arg) => !/^[-+]/.test(arg)) ?? '';
  if (/^(?:python|pypy)/.test(program) && args.includes('-m')) {
    const module = args[args.indexOf('-m') + 1] ?? '';
    return kindOf(module.split('.')[0]!, []);
  }
  if (byWordOfProgram.has(`${program} ${word}`)) return byWordOfProgram.get(`${program} ${word}`)!;
  if (!hasVerbs.has(program))
    return scriptKind(program) ?? (interpreters.has(program) ? (scriptKind(programName(word)) ?? 'lint') : 'lint');
  return taskCheck(word, program)?.kind ?? 'build';
}

/** A project's own script: `./build.sh`, `scripts/typecheck`. */
function scriptKind(name: string): CheckKind | undefined {
  return taskCheck(name.replace(/\.\w+$/, ''), '')?.kind;
}

/** What a project's task does, by its name: `lint:fix`, `test-unit`, `typecheck`, `build`. */
function taskCheck(name: string, program: string): Check | undefined {
  if (name === '') return undefined;
  const parts = name.toLowerCase().split(/[:_.\-/]/);
  const has = (words: ReadonlySet<string>) => parts.some((part) => words.has(part));
  if (has(testWords)) return { kind: 'test', fixes: false };
  if (has(typeWords)) return { kind: 'type', fixes: false };
  if (has(lintWords)) return { kind: 'lint', fixes: has(fixWords) || (has(formatWords) && !parts.includes('check')) };
  if (has(buildWords)) return { kind: 'build', fixes: false };
  if (has(fixWords)) return { kind: 'lint', fixes: true };
  // GNU's `make check` runs the tests; elsewhere `check` means static checks.
  if (parts.includes('check') || parts.includes('checks'))
    return {
      kind: program === 'make' || program === 'gmake' || program.startsWith('gradle') ? 'test' : 'type',
      fixes: false,
    };
  return has(allWords) ? { kind: 'test', fixes: false } : undefined;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const testWords = set('test tests spec specs e2e unittest unittests unit integration coverage smoke runtest runtests');
const typeWords = set('typecheck types tsc type typing mypy pyright typescript tc');
const lintWords = set(
  'lint lints linter eslint oxlint biome style stylelint format fmt prettier ruff clippy knip audit analyze analyse',
);
const formatWords = set('format fmt prettier');
const buildWords = set('build compile bundle dist package assemble rebuild make');
const fixWords = set('fix autofix write');
const allWords = set('ci verify validate precommit preflight');

const typeCheckers = set(
  'tsc tsgo vue-tsc mypy pyright basedpyright pyre svelte-check astro-check sorbet steep dialyzer phpstan psalm attw flow pytype',
);
const builders = set(
  'ninja cmake bazel bazelisk buck buck2 xcodebuild javac kotlinc scalac rustc gcc g++ cc c++ clang clang++ ghc ocamlc webpack rollup esbuild tsup tsdown parcel swc babel rolldown microbundle unbuild protoc docker podman docker-compose',
);
const interpreters = set('node tsx ts-node ruby bash sh zsh php python python3');
/** Programs whose first word is a verb, and which mostly build. */
const hasVerbs = set(
  'cargo go deno dotnet swift zig flutter dart mix rebar3 stack cabal dune meson next vite nuxt astro ng hardhat forge anchor bun make gmake just mvn mvnw mvnd gradle gradlew sbt ant lein mill buf',
);
const byWordOfProgram: ReadonlyMap<string, CheckKind> = new Map([
  ['cargo check', 'type'],
  ['cargo c', 'type'],
  ['cargo deny', 'lint'],
  ['cargo udeps', 'lint'],
  ['cargo machete', 'lint'],
  ['cargo fmt', 'lint'],
  ['cargo miri', 'test'],
  ['go vet', 'lint'],
  ['astro check', 'type'],
  ['mix credo', 'lint'],
  ['mix format', 'lint'],
  ['mix dialyzer', 'type'],
  ['mix xref', 'lint'],
  ['dart analyze', 'type'],
  ['flutter analyze', 'type'],
]);

const formatters: ReadonlyMap<string, (args: readonly string[]) => boolean> = new Map([
  ...[
    'prettier',
    'biome',
    'ruff',
    'black',
    'gofmt',
    'goimports',
    'gofumpt',
    'rustfmt',
    'isort',
    'autopep8',
    'yapf',
    'shfmt',
    'dprint',
    'clang-format',
    'swiftformat',
    'standardrb',
  ].map((program): [string, (args: readonly string[]) => boolean] => [program, () => true]),
  ...['cargo', 'go', 'deno', 'dart', 'mix', 'dotnet', 'terraform', 'forge', 'zig', 'buf'].map(
    (program): [string, (args: readonly string[]) => boolean] => [
      program,
      (args) => args.some((arg, index) => index < 2 && /^(?:fmt|format)$/.test(arg)),
    ],
  ),
]);

/** Whether a formatter changes files rather than listing them. */
function isWritten(program: string, args: readonly string[]): boolean {
  if (
    args.some((arg) =>
      /^(?:--check|--list-different|--diff|--dry-run|--check-formatted|--verify-no-changes|-[lcd])$/.test(arg),
    )
  )
    return false;
  if (/^(?:prettier|biome|gofmt|goimports|gofumpt|shfmt|clang-format|standardrb)$/.test(program))
    return args.some((arg) => isFix(arg) || /^-[a-z]*[wi]$/.test(arg));
  if (program === 'ruff') return args[0] === 'format' || args.some(isFix);
  return true;
}

function isFix(arg: string): boolean {
  return (
    /^--(?:fix|write|apply|autocorrect|auto-correct|unsafe-fixes|fix-all)(?:$|[=-])/.test(arg) &&
    arg !== '--fix-dry-run'
  );
}

/**
 * The tasks a task runner is asked for; or, when it runs a program rather than a task, where among its arguments that
 * program is; undefined when the program is no task runner.
 */
function tasksOf(program: string, args: readonly string[]): readonly string[] | number | undefined {
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return packageTask(program, args);
    case 'turbo':
    case 'nx':
    case 'lerna':
    case 'moon':
    case 'wireit':
      return args.filter((arg) => !arg.startsWith('-') && arg !== 'run' && arg !== 'run-many').slice(0, 8);
    case 'make':
    case 'gmake':
    case 'just':
    case 'task':
    case 'rake':
    case 'invoke': {
      const targets = args.filter(
        (arg, index) => !arg.startsWith('-') && !/^-[Cfj]$/.test(args[index - 1] ?? '') && !arg.includes('='),
      );
      return targets.length === 0
        ? ['build']
        : targets.map((target) => (target === 'all' ? 'build' : target)).slice(0, 8);
    }
    case 'composer':
      return [args[0] === 'run' || args[0] === 'run-script' ? (args[1] ?? '') : (args[0] ?? '')];
    case 'mise':
      return /^(?:run|r)$/.test(args[0] ?? '') ? [args.slice(1).find((arg) => !arg.startsWith('-')) ?? ''] : undefined;
    case 'deno':
      return args[0] === 'task' ? [args[1] ?? ''] : undefined;
    default:
      return undefined;
  }
}

/** `npm --prefix web run test`, `pnpm -r --filter api build`, `yarn workspace web lint`, `bun vitest`. */
function packageTask(program: string, args: readonly string[]): readonly string[] | number | undefined {
  let at = 0;
  while (at < args.length && args[at]!.startsWith('-'))
    at += /^(?:-C|-F|-w|--prefix|--filter|--cwd|--workspace|--dir)$/.test(args[at]!) ? 2 : 1;
  const word = args[at] ?? '';
  if (word === 'workspace') at += 2;
  const task = args[at] ?? '';
  if (task === 'run' || task === 'run-script') return [args.slice(at + 1).find((arg) => !arg.startsWith('-')) ?? ''];
  if (task === 't' || task === 'tst') return ['test'];
  if (program === 'npm') return task === 'test' ? ['test'] : [];
  if (program === 'bun' && (task === 'test' || task === 'build')) return [task];
  if (noTasks.has(task)) return [];
  return task !== 'test' && isProgram(task) ? at : [task];
}
const noTasks = set(
  'install i ci add remove rm uninstall update up upgrade link publish pack init create audit outdated view info ls list why config cache store start dev serve version login whoami pkg prune dedupe',
);
