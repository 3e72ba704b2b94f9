import type { Act } from '../../model/words.ts';
import type { SimpleCommand } from './simple-commands.ts';
import { programName } from './program-name.ts';

/** What a program does: an act; `test`, a check that runs tests; `nothing`, which does not affect the line it is in. */
export type Doing = Act | 'test' | 'nothing';

/** What one command does, by its program and, where that is not enough, by its arguments. */
export function doingOf({ words, writes }: SimpleCommand): Doing {
  const doing = doingOfWords(words);
  if (doing === 'test' || doing === 'check') return doing;
  return writes.some(isKeptFile) ? 'edit' : doing;
}

export function isProgram(name: string): boolean {
  return simple.has(name) || Object.hasOwn(depends, name);
}

export function isLookProgram(name: string): boolean {
  const doing = simple.get(name);
  return doing === 'read' || doing === 'search';
}

/** Programs whose exit code 1 is an answer, "no" or "they differ", not a failure. */
export function answersByExitCode(words: readonly string[]): boolean {
  const program = programName(words[0]);
  return askers.has(program) || (program === 'git' && (words[1] === 'grep' || words[1] === 'diff'));
}
const askers = new Set([
  'grep',
  'egrep',
  'fgrep',
  'zgrep',
  'rg',
  'ag',
  'ack',
  'diff',
  'cmp',
  'test',
  '[',
  '[[',
  'pgrep',
  'pkill',
  'killall',
  'which',
  'type',
  'pidof',
  'fuser',
  'lsof',
  'expr',
  'false',
]);

/** The highest exit code that still reports success: robocopy counts what it copied, ssh to a forge opens no shell. */
export function successCodes(words: readonly string[]): number {
  const program = programName(words[0])
    .toLowerCase()
    .replace(/\.exe$/, '');
  if (program === 'robocopy') return 7;
  return program === 'ssh' && words.some((word) => /^-\w*T/.test(word)) && words.some((word) => word.startsWith('git@'))
    ? 1
    : 0;
}

/** Programs that only change the folder or shorten the output. */
export function isShow(words: readonly string[]): boolean {
  const program = programName(words[0]);
  return (
    words.length === 0 ||
    program === 'cd' ||
    program === 'tail' ||
    program === 'head' ||
    program === 'echo' ||
    program === 'sleep'
  );
}

/**
 * In a line of version control: a step that changes something and runs hooks, or one that prints nothing of what it
 * handles.
 */
export function reportsOnly(words: readonly string[]): boolean {
  if (words.length === 0 || isShow(words)) return true;
  const doing = doingOfWords(words);
  if (doing === 'vcs')
    return words.slice(1).some((word) => changes.has(word)) && !words.slice(1).some((word) => exhibits.has(word));
  return doing !== 'read' && doing !== 'search' && doing !== 'web';
}
const changes = new Set([
  'add',
  'commit',
  'push',
  'pull',
  'merge',
  'rebase',
  'cherry-pick',
  'revert',
  'am',
  'fetch',
  'clone',
  'checkout',
  'switch',
  'tag',
  'rm',
  'mv',
]);
const exhibits = new Set(['diff', 'show', 'log', 'blame', 'grep', 'cat-file', 'view', 'api', 'list', 'status']);

function doingOfWords(words: readonly string[]): Doing {
  if (words.length === 0) return 'nothing';
  const program = programName(words[0]);
  const known = simple.get(program);
  if (known !== undefined) return known;
  const rule = Object.hasOwn(depends, program) ? depends[program] : undefined;
  if (rule !== undefined) return rule(words.slice(1));
  if (/^(?:python|pypy)\d*(?:\.\d+)?$/.test(program)) return python(words.slice(1));
  if (/^(?:gcc|g\+\+|clang|clang\+\+)-\d+$/.test(program)) return 'check';
  return powershell(program, words) ?? scriptDoing(program);
}

/** PowerShell: cmdlets are verbs with nouns; what begins with a variable is an assignment or an expression. */
function powershell(program: string, words: readonly string[]): Doing | undefined {
  if (looking.test(program)) return 'read';
  if (/^Write-(?:Host|Output)$/i.test(program)) return 'nothing';
  if (!/^\$(?!\{?\w+\}?$)/.test(words[0]!) && words[1] !== '=') return undefined;
  return words.slice(0, 3).some((word) => acting.test(word)) ? 'shell' : 'nothing';
}
const looking =
  /^(?:Get|Test|Select|Where|Sort|Group|Format|Measure|Compare|Resolve|Find|Show|ConvertTo|ConvertFrom)-[A-Z]/i;
const acting =
  /(?:^|=)(?:New|Start|Invoke|Set|Add|Remove|Stop|Out|Copy|Move|Import|Export|Install|Enable|Disable)-[A-Z]/i;

/** A project's own script, by its name: `./run-tests.sh`, `bin/lint`. */
function scriptDoing(program: string): Doing {
  if (/(?:^|[_.-])(?:tests?|spec|e2e)(?:$|[_.-])/i.test(program)) return 'test';
  return /^(?:check|lint|build|typecheck|verify|compile)(?:$|[_.-])/i.test(program) ? 'check' : 'shell';
}

/** What a project's task does, by its name; undefined when the name does not show it. */
function taskDoing(name: string): Doing | undefined {
  const parts = name.toLowerCase().split(/[:_.\-/]/);
  if (parts.some((part) => testWords.has(part))) return 'test';
  if (parts.some((part) => checkWords.has(part))) return 'check';
  return undefined;
}
const testWords = new Set([
  'test',
  'tests',
  'spec',
  'specs',
  'e2e',
  'unittest',
  'unittests',
  'unit',
  'integration',
  'coverage',
  'smoke',
  'runtest',
  'runtests',
]);
const checkWords = new Set([
  'check',
  'checks',
  'lint',
  'build',
  'typecheck',
  'types',
  'tsc',
  'verify',
  'validate',
  'compile',
  'ci',
  'precommit',
  'analyze',
  'analyse',
  'audit',
]);

/** Not discarded after the command: no device, no log, not in a temporary folder. */
export function isKeptFile(path: string): boolean {
  return !/^(?:\/dev\/|&|\d$|\/tmp\/|\/var\/tmp\/|\/private\/tmp\/|\$\{?TMP|NUL$|\$null$)|\.(?:log|out|err)$/i.test(
    path,
  );
}

const simple: ReadonlyMap<string, Doing> = new Map(
  Object.entries({
    // A new folder holds nothing yet: nothing was edited.
    shell: 'mkdir md mktemp',
    nothing:
      'cd pushd popd echo printf true : set export unset source . sleep wait exit return local declare readonly shopt ulimit trap clear for case in function select pwd date alias break continue shift let jobs fg bg disown',
    read: 'cat bat batcat less more head tail nl awk gawk mawk wc jq yq xxd hexdump od strings file stat zcat gzcat bzcat xzcat cut sort uniq tr diff cmp comm column paste fold fmt rev tac md5sum sha1sum sha256sum shasum readlink realpath basename dirname view pdftotext exiftool Get-Content gc type.exe glow mdcat identify ffprobe nm objdump readelf otool ldd base64 test [ [[',
    search:
      'grep egrep fgrep zgrep rg ag ack ls ll la dir tree locate mdfind which whereis type exa eza fzf fd fdfind pgrep du df Get-ChildItem gci Select-String sls ast-grep sg ctags cscope',
    edit: 'mv cp rm rmdir touch ln chmod chown install rsync patch truncate dd unlink rename shred apply_patch applypatch dos2unix unix2dos gofmt rustfmt isort autopep8 yapf ed ex Set-Content Add-Content Out-File New-Item Remove-Item Move-Item Copy-Item rimraf shfmt',
    vcs: 'git gh hg jj svn glab tig git-lfs gt bzr fossil sl lazygit tea hub git-filter-repo pre-commit-hook',
    web: 'curl wget http https xh httpie lynx w3m links elinks aria2c Invoke-WebRequest iwr Invoke-RestMethod irm ddgr googler',
    test: 'pytest py.test nosetests tox nox vitest jest mocha ava tap tape jasmine karma cypress ctest phpunit pest rspec cucumber behave bats busted gotestsum nextest unittest testem c8 nyc qunit kaocha codecept behat minitest ginkgo prove trial stestr lit',
    check:
      'tsc tsgo vue-tsc eslint eslint_d oxlint stylelint flake8 pylint mypy pyright basedpyright pyre bandit pyflakes pycodestyle pydocstyle golangci-lint staticcheck revive errcheck ninja cmake bazel bazelisk buck buck2 xcodebuild phpstan psalm phpcs rubocop standardrb sorbet steep shellcheck hadolint actionlint yamllint markdownlint markdownlint-cli2 jsonlint ansible-lint tflint cppcheck clang-tidy ktlint detekt checkstyle spotbugs swiftlint javac kotlinc scalac rustc gcc g++ cc c++ clang clang++ ghc ocamlc webpack rollup esbuild tsup tsdown parcel swc babel rolldown microbundle unbuild attw publint knip depcheck madge semgrep trivy pre-commit lefthook lint-staged credo dialyzer vulture svelte-check astro-check xmllint zig-fmt protoc buf elm-test taplo codespell vale',
  } satisfies Partial<Record<Doing, string>>).flatMap(([doing, programs]) =>
    programs.split(' ').map((program): [string, Doing] => [program, doing as Doing]),
  ),
);

type Rule = (args: readonly string[]) => Doing;

const cargo = byWord({
  test: 'test t nextest tarpaulin llvm-cov mutants',
  check: 'check c build b clippy bench doc deny audit udeps machete miri hack rustc',
  edit: 'fmt',
});
const deno = byWord({ test: 'test', check: 'check lint bench compile', edit: 'fmt' });
const mix = byWord({ test: 'test', check: 'compile credo dialyzer xref sobelow', edit: 'format' });

const depends: Readonly<Record<string, Rule>> = {
  sed: (args) => (args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg)) ? 'edit' : 'read'),
  gsed: (args) => (args.some((arg) => /^(?:-[a-zA-Z]*i|--in-place)/.test(arg)) ? 'edit' : 'read'),
  perl: (args) => (args.some((arg) => /^-[a-z0-9]*i/.test(arg)) ? 'edit' : 'shell'),
  tee: (args) => (args.some((arg) => !arg.startsWith('-') && isKeptFile(arg)) ? 'edit' : 'nothing'),
  find: (args) => (args.includes('-delete') ? 'edit' : 'search'),

  npm: packageManager,
  pnpm: packageManager,
  yarn: packageManager,
  bun: (args) => (args[0] === 'build' ? 'check' : packageManager(args)),
  deno: (args) => (args[0] === 'task' ? (taskDoing(args[1] ?? '') ?? 'shell') : deno(args)),
  turbo: workspaceTask,
  nx: workspaceTask,
  lerna: workspaceTask,
  moon: workspaceTask,
  playwright: byWord({ test: 'test' }),
  next: byWord({ check: 'build lint' }),
  vite: byWord({ check: 'build' }),
  nuxt: byWord({ check: 'build typecheck' }),
  astro: byWord({ check: 'build check' }),
  ng: byWord({ test: 'test e2e', check: 'build lint' }),
  biome: (args) => (args[0] === 'format' && args.some((arg) => /^--(?:write|fix)/.test(arg)) ? 'edit' : 'check'),
  prettier: (args) =>
    args.some((arg) => /^(?:--write|-[a-z]*w)/.test(arg))
      ? 'edit'
      : args.some((arg) => /^(?:--check|--list-different|-[a-z]*[cl])/.test(arg))
        ? 'check'
        : 'read',

  node: (args) =>
    args.some((arg) => arg.startsWith('--test'))
      ? 'test'
      : args.some((arg) => arg === '--check' || arg === '-c')
        ? 'check'
        : runsScript(args),
  tsx: (args) => (args.includes('--test') ? 'test' : runsScript(args)),
  'ts-node': runsScript,
  ruby: (args) => (args.some((arg) => /^-[a-z]*i/.test(arg)) ? 'edit' : runsScript(args)),
  php: (args) =>
    args.includes('-l') ? 'check' : args[0] === 'artisan' && args[1] === 'test' ? 'test' : runsScript(args),
  bash: (args) => (args.includes('-n') ? 'check' : runsScript(args)),
  sh: (args) => (args.includes('-n') ? 'check' : runsScript(args)),
  zsh: runsScript,

  ruff: (args) => (args[0] === 'format' && !args.includes('--check') ? 'edit' : 'check'),
  black: (args) => (args.some((arg) => arg === '--check' || arg === '--diff') ? 'check' : 'edit'),
  cargo: (args) =>
    args[0] === 'fmt' && args.includes('--check') ? 'check' : cargo(args[0]?.startsWith('+') ? args.slice(1) : args),
  go: byWord({ test: 'test', check: 'vet build install', edit: 'fmt' }),
  make: makeTask,
  gmake: makeTask,
  just: makeTask,
  task: makeTask,
  rake: makeTask,
  invoke: makeTask,
  mvn: javaTask,
  mvnw: javaTask,
  mvnd: javaTask,
  gradle: javaTask,
  gradlew: javaTask,
  sbt: javaTask,
  ant: javaTask,
  lein: javaTask,
  mill: javaTask,
  dotnet: byWord({ test: 'test vstest', check: 'build msbuild', edit: 'format' }),
  swift: byWord({ test: 'test', check: 'build' }),
  zig: (args) => (args.includes('test') ? 'test' : args[0]?.startsWith('build') ? 'check' : 'shell'),
  flutter: byWord({ test: 'test drive', check: 'analyze build' }),
  dart: byWord({ test: 'test', check: 'analyze compile', edit: 'format' }),
  mix: (args) =>
    args[0] === 'format' && args.includes('--check-formatted') ? 'check' : mix([args[0]?.split('.')[0] ?? '']),
  rebar3: byWord({ test: 'eunit ct proper', check: 'compile dialyzer xref' }),
  stack: byWord({ test: 'test', check: 'build' }),
  cabal: byWord({ test: 'test', check: 'build' }),
  dune: byWord({ test: 'test runtest', check: 'build' }),
  meson: byWord({ test: 'test', check: 'compile' }),
  rails: (args) => (/^(?:test|spec)\b/.test(args[0] ?? '') ? 'test' : 'shell'),
  artisan: byWord({ test: 'test' }),
  composer: (args) =>
    taskDoing(args[0] === 'run' || args[0] === 'run-script' ? (args[1] ?? '') : (args[0] ?? '')) ?? 'shell',
  hardhat: byWord({ test: 'test', check: 'compile' }),
  forge: byWord({ test: 'test', check: 'build', edit: 'fmt' }),
  anchor: byWord({ test: 'test', check: 'build' }),
  terraform: byWord({ check: 'validate plan', edit: 'fmt' }),
  helm: byWord({ check: 'lint template' }),
  docker: (args) => (args[0] === 'build' || args[1] === 'build' ? 'check' : 'shell'),
  podman: byWord({ check: 'build' }),
  'docker-compose': byWord({ check: 'build' }),
};

/** Programs whose first argument is their verb. */
function byWord(doings: { readonly test?: string; readonly check?: string; readonly edit?: string }): Rule {
  const of = new Map(
    Object.entries(doings).flatMap(([doing, words]) =>
      words.split(' ').map((word): [string, Doing] => [word, doing as Doing]),
    ),
  );
  return (args) => of.get(args[0] ?? '') ?? 'shell';
}

function packageManager(args: readonly string[]): Doing {
  // `npm --prefix web run test`, `pnpm -r --filter api test`
  let at = 0;
  while (at < args.length && args[at]!.startsWith('-'))
    at += /^(?:-C|-F|-w|--prefix|--filter|--cwd|--workspace|--dir)$/.test(args[at]!) ? 2 : 1;
  const word = args[at] ?? '';
  if (word === 'workspace') return packageManager(args.slice(at + 2));
  if (word === 'workspaces' && args[at + 1] === 'foreach') return packageManager(args.slice(at + 2));
  if (word === 'run' || word === 'run-script' || word === 'rum') {
    const task = args.slice(at + 1).find((arg) => !arg.startsWith('-')) ?? '';
    return taskDoing(task) ?? 'shell';
  }
  if (/^(?:test|t|tst|it)$/.test(word)) return 'test';
  if (
    /^(?:install|i|ci|add|remove|rm|uninstall|update|up|upgrade|link|publish|pack|init|create|audit|outdated|view|info|ls|list|why|config|cache|store|start|dev|serve|version|login|whoami|pkg|prune|dedupe)$/.test(
      word,
    )
  )
    return 'shell';
  // yarn and bun run a tool or a task by its bare name.
  return isProgram(word) ? doingOfWords(args.slice(at)) : (taskDoing(word) ?? 'shell');
}

function workspaceTask(args: readonly string[]): Doing {
  const doings = args.filter((arg) => !arg.startsWith('-')).map(taskDoing);
  return doings.find((doing) => doing === 'test') ?? doings.find((doing) => doing !== undefined) ?? 'shell';
}

/** A bare `make` builds. */
function makeTask(args: readonly string[]): Doing {
  const targets = args.filter(
    (arg, index) => !arg.startsWith('-') && !/^-[Cfj]$/.test(args[index - 1] ?? '') && !arg.includes('='),
  );
  if (targets.length === 0) return 'check';
  const doings = targets.map((target) => (target === 'all' ? 'check' : taskDoing(target)));
  return doings.find((doing) => doing === 'test') ?? doings.find((doing) => doing !== undefined) ?? 'shell';
}

function javaTask(args: readonly string[]): Doing {
  const tasks = args.filter((arg) => !arg.startsWith('-'));
  if (tasks.some((task) => /test|verify|^check$|spec/i.test(task))) return 'test';
  if (
    tasks.some((task) =>
      /^(?:.*:)?(?:run|bootRun|dependencies|help|projects|tasks|clean|deploy|publish.*|spring-boot:run|wrapper)$/.test(
        task,
      ),
    ) &&
    !tasks.some((task) => /compile|build|package|install|assemble/i.test(task))
  )
    return 'shell';
  return 'check';
}

function python(args: readonly string[]): Doing {
  const at = args.indexOf('-m');
  if (at < 0) {
    if (args.includes('-c')) return 'shell';
    return args[0] === 'manage.py' && args[1] === 'test' ? 'test' : runsScript(args);
  }
  const module = args[at + 1] ?? '';
  if (module === 'py_compile' || module === 'compileall') return 'check';
  const known = doingOfWords([module.split('.')[0]!, ...args.slice(at + 2)]);
  return known === 'test' || known === 'check' || known === 'edit' ? known : 'shell';
}

/** An interpreter does what the script's name indicates. */
function runsScript(args: readonly string[]): Doing {
  const script = args.find((arg) => !arg.startsWith('-'));
  return script === undefined ? 'shell' : scriptDoing(programName(script));
}
