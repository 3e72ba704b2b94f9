import type { Origin } from '../../model/words.ts';
import type { What } from '../source.ts';
import { BoundedMap } from './bounded.ts';
import type { Usage } from './draft-of.ts';
import { ReaderMemory } from './reader-memory.ts';
import { RecordContext } from './record-context.ts';
import { usageText } from './usage-text.ts';

/** What readers of plain conversations carry: prompts, responses with calls, results that name their call. */
export class ConversationMemory extends ReaderMemory {
  /** Keys of calls without a result, by the id the model gave them. */
  readonly calls = new BoundedMap<string>(128);
  /** Key of the first text of the response that is being read. */
  reply?: string;
  /** What the response used: counted with its first event. */
  used?: Usage;
}

interface CallFacts {
  /** The id the model gave it. */
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
  readonly at?: number | undefined;
}

interface ResultFacts {
  /** Of the call it answers. */
  readonly id: string | undefined;
  readonly output: string;
  readonly status?: Extract<What, { is: 'result' }>['status'];
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly at?: number | undefined;
}

/** A record of a conversation as models have it. A source says what is in it; how its events hang together is here. */
export class ConversationContext<Memory extends ConversationMemory = ConversationMemory> extends RecordContext<Memory> {
  /** Opens a turn, unless the program wrote it while one was open. */
  prompt(key: string, text: string, origin: Origin, native?: string): void {
    const { memory } = this;
    delete memory.reply;
    if (text.trim() === '') return;
    const opens = origin === 'human' || memory.turn === undefined;
    const parent = opens ? undefined : memory.turn;
    if (opens) memory.turn = key;
    this.emit(key, { is: 'prompt', text, origin }, { native, role: 'user', parent });
    this.step(key);
  }

  /** What follows belongs to one response, until the next one or a prompt. */
  response(used?: Usage): void {
    this.flush();
    delete this.memory.reply;
    if (used?.tokens) this.memory.used = used;
  }

  thinking(key: string, text: string, native?: string): void {
    if (text.trim() === '') return;
    this.emit(
      key,
      { is: 'thinking', text },
      { native, role: 'assistant', parent: this.memory.turn, ...this.counted() },
    );
  }

  message(key: string, text: string, native?: string): void {
    const { memory } = this;
    if (text.trim() === '') return;
    this.emit(
      key,
      { is: 'message', text },
      { native, role: 'assistant', parent: memory.reply ?? memory.turn, ...this.counted() },
    );
    memory.reply ??= key;
  }

  call(key: string, { id, tool, input, at }: CallFacts): void {
    const { memory } = this;
    this.emit(
      key,
      { is: 'call', tool, input },
      { native: id, role: 'assistant', parent: memory.reply ?? memory.turn, at, ...this.counted() },
    );
    if (id !== undefined) memory.calls.set(id, key);
    this.step(key);
  }

  /** Of a call that is not known it is the result of that id. */
  result({ id, output, status, exitCode, durationMs, at }: ResultFacts): void {
    const { memory } = this;
    const call = (id === undefined ? undefined : memory.calls.get(id)) ?? id;
    if (call === undefined) return;
    if (id !== undefined) memory.calls.delete(id);
    this.emit(
      `${call}:result`,
      {
        is: 'result',
        call,
        output,
        ...(status === undefined ? {} : { status }),
        ...(exitCode === undefined ? {} : { exitCode }),
      },
      { role: 'tool', parent: call, durationMs, at },
    );
  }

  /** A request to the model failed. */
  requestFailed(key: string, text: string, type = 'api_error'): void {
    this.emit(key, { is: 'failure', text, type }, { role: 'system', parent: this.memory.turn });
    this.setFailed(true);
  }

  /** The context was replaced by a summary, in which the last step continues. */
  compacted(key: string, summary: string): void {
    const { memory } = this;
    const from = memory.lastStep;
    this.emit(
      `${key}:compaction`,
      { is: 'lifecycle', type: 'compaction', text: 'Context compacted' },
      { role: 'system', parent: memory.turn },
    );
    if (summary.trim() === '') return;
    this.emit(key, { is: 'prompt', text: summary, origin: 'compaction' }, { role: 'user', parent: memory.turn });
    if (from !== undefined) this.links.push({ type: 'continued', session: this.session, from, to: key });
    memory.lastStep = key;
  }

  /** The usage of a response that left no event. */
  flush(): void {
    const { tokens, usd } = this.counted();
    if (tokens)
      this.emit(
        `${this.key}:usage`,
        { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
        { role: 'system', parent: this.memory.turn, tokens, usd },
      );
  }

  private counted(): Usage {
    const { used = {} } = this.memory;
    delete this.memory.used;
    return used;
  }
}
