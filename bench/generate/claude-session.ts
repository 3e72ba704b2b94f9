import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';
import { Transcript } from './transcript.ts';
import type { Words } from './words.ts';

export interface Setting {
  readonly random: Random;
  readonly words: Words;
  /** Where the agent would keep its sessions. */
  readonly folder: string;
  readonly cwd: string;
  readonly branch: string;
  /** When it begins, in milliseconds. */
  readonly begins: number;
  /** How long most outputs of tools are, in characters; a few are far longer. */
  readonly output: number;
}

export interface Size {
  /** The session goes on until it has this many events … */
  readonly events: number;
  /** … or its transcript this many bytes. */
  readonly bytes?: number;
}

export interface Written {
  /** Events the files should give. */
  readonly events: number;
  readonly sessions: number;
  readonly path: string;
}

/** A session as Claude Code 2.1 writes it, with the sub-agents it starts in files of their own. */
export function writeClaudeSession(setting: Setting, size: Size, { agents = 0.004 } = {}): Written {
  const id = setting.random.uuid();
  const path = join(setting.folder, setting.cwd.replaceAll('/', '-'), `${id}.jsonl`);
  const inside = join(path.slice(0, -'.jsonl'.length), 'subagents');
  let written = { events: 0, sessions: 1, path };

  const startAgent = (begins: number, toolUseId: string, prompt: string): string => {
    const agentId = `a${setting.random.hex(16)}`;
    const events = setting.random.skewed({ least: 10, usual: 40, most: 400, spread: 1 });
    const agent = new Session({ ...setting, begins }, { id, agentId, path: join(inside, `agent-${agentId}.jsonl`) });
    written = {
      ...written,
      events: written.events + agent.run({ events }, 0, () => '', prompt),
      sessions: written.sessions + 1,
    };
    writeFileSync(
      join(inside, `agent-${agentId}.meta.json`),
      JSON.stringify({ agentType: 'general-purpose', description: 'Look around', toolUseId, spawnDepth: 1 }),
    );
    return agentId;
  };

  const own = new Session(setting, { id, path }).run(size, agents, startAgent);
  return { ...written, events: written.events + own };
}

export function outputLength(random: Random, usual: number): number {
  return random.skewed({ least: 20, usual, most: 40 * usual, spread: 1.2 });
}

type StartAgent = (begins: number, toolUseId: string, prompt: string) => string;

class Session {
  readonly #random: Random;
  readonly #words: Words;
  readonly #path: string;
  readonly #output: number;
  readonly #common: Readonly<Record<string, unknown>>;
  #at: number;
  #last: string | null = null;
  #events = 0;

  constructor(
    { random, words, cwd, branch, begins, output }: Setting,
    { id, agentId, path }: { readonly id: string; readonly agentId?: string; readonly path: string },
  ) {
    this.#random = random;
    this.#words = words;
    this.#path = path;
    this.#output = output;
    this.#at = begins;
    this.#common = {
      isSidechain: agentId !== undefined,
      ...(agentId !== undefined && { agentId }),
      userType: 'external',
      cwd,
      sessionId: id,
      version: `2.1.${300 + random.below(26)}`,
      gitBranch: branch,
    };
  }

  /** Writes the whole session and says how many events it has. */
  run({ events, bytes = Infinity }: Size, agents: number, startAgent: StartAgent, firstPrompt?: string): number {
    using file = new Transcript(this.#path);
    this.#prompt(file, firstPrompt ?? this.#words.sentences(1 + this.#random.below(4)));
    while (this.#events < events && file.bytes < bytes) {
      this.#response(file, agents, startAgent);
      if (firstPrompt === undefined && this.#random.chance(0.06))
        this.#prompt(file, this.#words.sentences(1 + this.#random.below(3)));
    }
    this.#assistant(file, this.#messageId(), { type: 'text', text: this.#words.sentences(3) });
    return this.#events;
  }

  #prompt(file: Transcript, content: string): void {
    this.#at += 20_000;
    this.#record(file, 'user', { promptId: this.#random.uuid(), message: { role: 'user', content } });
    this.#events++;
  }

  /** One answer of the model: a thought, a sentence, one to three calls, and their results. */
  #response(file: Transcript, agents: number, startAgent: StartAgent): void {
    const random = this.#random;
    const message = this.#messageId();
    if (random.chance(0.2))
      this.#assistant(file, message, {
        type: 'thinking',
        thinking: this.#words.sentences(3),
        signature: random.hex(200),
      });
    if (random.chance(0.5))
      this.#assistant(file, message, { type: 'text', text: this.#words.sentences(1 + random.below(2)) });
    const calls = random.chance(0.1) ? 3 : 1;
    const results: (() => void)[] = [];
    for (let call = 0; call < calls; call++) {
      const id = `toolu_01${random.hex(22)}`;
      const isAgent = random.chance(agents);
      const { name, input } = isAgent ? this.#agentCall() : this.#call();
      const source = this.#assistant(file, message, { type: 'tool_use', id, name, input });
      const agentId = isAgent ? startAgent(this.#at, id, (input as { prompt: string }).prompt) : undefined;
      results.push(() => this.#result(file, id, source, agentId));
    }
    for (const result of results) result();
  }

  #call(): { name: string; input: Readonly<Record<string, unknown>> } {
    const random = this.#random;
    const words = this.#words;
    const file_path = `${this.#common['cwd'] as string}/${words.path()}`;
    const kind = random.next();
    if (kind < 0.4) return { name: 'Bash', input: { command: words.command(), description: words.sentence(4) } };
    if (kind < 0.7) return { name: 'Read', input: { file_path } };
    if (kind < 0.9)
      return { name: 'Edit', input: { file_path, old_string: words.output(150), new_string: words.output(200) } };
    return { name: 'Grep', input: { pattern: words.name(), path: 'src' } };
  }

  #agentCall(): { name: string; input: Readonly<Record<string, unknown>> } {
    return {
      name: 'Agent',
      input: { description: 'Look around', prompt: this.#words.sentences(2), subagent_type: 'general-purpose' },
    };
  }

  #result(file: Transcript, id: string, source: string, agentId: string | undefined): void {
    const random = this.#random;
    const failed = agentId === undefined && random.chance(0.08);
    const length = outputLength(random, this.#output);
    const content = failed ? this.#words.failure() : this.#words.output(length);
    this.#at += 50 + random.below(4000);
    this.#record(file, 'user', {
      message: {
        role: 'user',
        content: [{ tool_use_id: id, type: 'tool_result', content, ...(failed && { is_error: true }) }],
      },
      // As Claude Code does, the output a second time.
      toolUseResult:
        agentId === undefined
          ? failed
            ? `Error: ${content}`
            : { stdout: content, stderr: '', interrupted: false }
          : { status: 'completed', agentId },
      sourceToolAssistantUUID: source,
    });
    this.#events++;
  }

  #assistant(file: Transcript, id: string, block: Readonly<Record<string, unknown>>): string {
    this.#at += 300 + this.#random.below(3000);
    this.#events++;
    const usage = {
      input_tokens: 4 + this.#random.below(400),
      cache_creation_input_tokens: this.#random.below(4000),
      cache_read_input_tokens: this.#random.below(90_000),
      output_tokens: 10 + this.#random.below(600),
    };
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [block],
      stop_reason: 'tool_use',
      usage,
    };
    return this.#record(file, 'assistant', { message, requestId: `req_01${id.slice(6)}` });
  }

  #record(file: Transcript, type: string, fields: Readonly<Record<string, unknown>>): string {
    const uuid = this.#random.uuid();
    file.add({
      parentUuid: this.#last,
      type,
      ...fields,
      uuid,
      timestamp: new Date(this.#at).toISOString(),
      ...this.#common,
    });
    this.#last = uuid;
    return uuid;
  }

  #messageId(): string {
    return `msg_01${this.#random.hex(20)}`;
  }
}
