import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;

/** It cannot be tried on this machine. */
export class Unavailable extends Error {}

/** causetrace, installed into a folder of its own, with a home of its own. */
export class Causetrace {
  readonly home: string;
  readonly #bin: string;

  private constructor(folder: string) {
    this.home = join(folder, 'home');
    this.#bin = join(folder, 'venv', process.platform === 'win32' ? 'Scripts' : 'bin');
    mkdirSync(this.home);
  }

  static install(folder: string, version: string): Causetrace {
    const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0);
    if (python === undefined) throw new Unavailable('there is no Python on this machine');
    const made = spawnSync(python, ['-m', 'venv', join(folder, 'venv')], { encoding: 'utf8' });
    if (made.status !== 0) throw new Unavailable(`Python has no venv: ${lastLine(made.stdout + made.stderr)}`);
    const causetrace = new Causetrace(folder);
    const pip = causetrace.#spawn('python', ['-m', 'pip', 'install', '-q', `causetrace==${version}`]);
    if (pip.status !== 0)
      throw new Unavailable(`causetrace ${version} could not be installed from PyPI: ${lastLine(pip.stderr)}`);
    return causetrace;
  }

  get version(): string {
    return this.#run('python', ['--version']).trim();
  }

  /** Its command line, without colours. */
  cli(...argv: readonly string[]): string {
    return this.#run('causetrace', argv).replaceAll(/\x1b\[\d+m/g, '');
  }

  script(name: string, ...argv: readonly string[]): string {
    return this.#run('python', [join(here, name), ...argv]);
  }

  /** A call of Claude Code, as its hook gets it before and after. */
  hook(session_id: string, tool_name: string, tool_input: object, tool_result: object): void {
    for (const hook_event_name of ['PreToolUse', 'PostToolUse'])
      this.#run(
        'python',
        ['-m', 'causetrace.hooks.claude_code'],
        JSON.stringify({ hook_event_name, session_id, tool_name, tool_input, tool_result }),
      );
  }

  sessions(): readonly string[] {
    return [...this.cli('sessions').matchAll(/^ {2}(\S+) {2}\(/gm)].map(([, id]) => id!);
  }

  fileOf(session: string): string {
    return join(this.home, '.causetrace', 'data', `${session}.jsonl`);
  }

  lines(session: string): string {
    return readFileSync(this.fileOf(session), 'utf8');
  }

  add(session: string, text: string): void {
    writeFileSync(this.fileOf(session), text);
  }

  /** The label of each event as it prints it, by id. */
  labels(session: string): ReadonlyMap<string, string> {
    return new Map(JSON.parse(this.script('label.py', session)) as [string, string][]);
  }

  #run(program: string, argv: readonly string[], input?: string): string {
    const { status, stdout, stderr, error } = this.#spawn(program, argv, input);
    if (status !== 0) throw new Error(`${program} ${argv.join(' ')}: ${error?.message ?? (stderr || stdout)}`);
    return stdout;
  }

  #spawn(program: string, argv: readonly string[], input = '') {
    const env = { ...process.env, HOME: this.home, USERPROFILE: this.home, PYTHONUTF8: '1' };
    return spawnSync(join(this.#bin, program), argv, { encoding: 'utf8', env, input, maxBuffer: 1 << 28 });
  }
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}
