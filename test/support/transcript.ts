import { createHash } from 'node:crypto';

/** Writes small Claude Code transcripts, so that a test can say what it needs and nothing else. */
export class Transcript {
  readonly session: string;
  readonly lines: string[] = [];
  #last: string | null = null;
  #second = 0;
  readonly #from: number;
  readonly #cwd: string;

  constructor(name: string, { from = Date.UTC(2026, 0, 2, 3, 4), cwd = '/home/dev/shop' } = {}) {
    this.session = uuid(name);
    this.#from = from;
    this.#cwd = cwd;
  }

  prompt(text: string): this {
    return this.#record('user', { message: { role: 'user', content: text } });
  }

  says(text: string): this {
    return this.#assistant([{ type: 'text', text }]);
  }

  calls(id: string, tool: string, input: unknown): this {
    return this.#assistant([{ type: 'tool_use', id, name: tool, input }]);
  }

  returns(id: string, output: string, isError = false): this {
    const block = { type: 'tool_result', tool_use_id: id, content: output, ...(isError && { is_error: true }) };
    return this.#record('user', { message: { role: 'user', content: [block] } });
  }

  /** A line as it is, well formed or not. */
  raw(line: string): this {
    this.lines.push(line);
    return this;
  }

  toString(): string {
    return this.lines.map((line) => `${line}\n`).join('');
  }

  #assistant(content: unknown[]): this {
    const message = {
      id: `msg_${this.lines.length}`,
      role: 'assistant',
      model: 'claude-test',
      content,
      usage: { input_tokens: 10, output_tokens: 5 },
    };
    return this.#record('assistant', { message });
  }

  #record(type: string, fields: object): this {
    const id = uuid(`${this.session}/${this.lines.length}`);
    const timestamp = new Date(this.#from + 1000 * this.#second++).toISOString();
    const common = {
      cwd: this.#cwd,
      version: '2.1.63',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
    };
    this.lines.push(
      JSON.stringify({
        parentUuid: this.#last,
        ...common,
        sessionId: this.session,
        type,
        ...fields,
        uuid: id,
        timestamp,
      }),
    );
    this.#last = id;
    return this;
  }
}

/** A session in which a test fails, is fixed, and passes. */
export function fixedTest(name: string): Transcript {
  return new Transcript(name)
    .prompt('make the tests pass')
    .says('Running them first.')
    .calls('toolu_1', 'Bash', { command: 'npm test' })
    .returns('toolu_1', 'Exit code 1\n1 failing', true)
    .calls('toolu_2', 'Edit', { file_path: '/home/dev/shop/src/cart.js', old_string: '<=', new_string: '<' })
    .returns('toolu_2', 'The file has been updated.')
    .calls('toolu_3', 'Bash', { command: 'npm test' })
    .returns('toolu_3', 'ok 2 passing')
    .says('Fixed.');
}

/** A long session: `turns` times a prompt, a call and its result. */
export function longSession(name: string, turns: number): Transcript {
  const transcript = new Transcript(name);
  for (let turn = 0; turn < turns; turn++) {
    transcript
      .prompt(`look at file ${turn}`)
      .calls(`toolu_${turn}`, 'Read', { file_path: `/home/dev/shop/src/file-${turn}.js` })
      .returns(`toolu_${turn}`, `${turn}\t${createHash('sha256').update(`${turn}`).digest('hex').repeat(8)}`);
  }
  return transcript;
}

/** A uuid that depends on the name alone. */
export function uuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Begins with the records of another session, as forks and old resumes do. */
export function forkOf(origin: Transcript, name: string): Transcript {
  const fork = new Transcript(name);
  for (const line of origin.lines) fork.raw(line.replaceAll(origin.session, fork.session));
  return fork;
}
