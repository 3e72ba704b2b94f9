import { list, object } from '../../platform/parse-records.ts';
import type { Json } from '../source.ts';
import { headingOf } from './heading.ts';
import type { Heading } from './heading.ts';
import { digest } from './ids.ts';

/** What a reader remembers between lines. All of it is bounded. */
export interface Memory {
  heading: Heading | undefined;
  /** The prompt that opened the turn, by session. */
  readonly turns: Map<string, string>;
  /** Digests of what was said already: every request repeats what came before it. */
  readonly said: Map<string, true>;
  /** Calls of the sessions: key, and what stands for tool and input until the call is answered. */
  readonly calls: Map<string, readonly [key: string, likeness: string | null]>;
  /** What a request answers, by its span, where log records tell it. */
  readonly answers: Map<string, string>;
  /** Tools of known agents' calls. */
  readonly tools: Map<string, string>;
}

const most = { turns: 200, said: 2_000, calls: 300, answers: 100, tools: 300 };

export function memoryFrom(state: Json | undefined): Memory {
  const { heading, turns, said, calls, answers, tools } = object(state);
  return {
    heading: headingOf(object(heading)),
    turns: new Map(list(turns) as [string, string][]),
    said: new Map((list(said) as string[]).map((digested) => [digested, true])),
    calls: new Map(list(calls) as [string, [string, string | null]][]),
    answers: new Map(list(answers) as [string, string][]),
    tools: new Map(list(tools) as [string, string][]),
  };
}

export function stateOf({ heading, turns, said, calls, answers, tools }: Memory): Json {
  const {
    otlp,
    session,
    agent = null,
    begun = null,
    hasCallSpans,
  } = heading ?? { otlp: null, session: null, hasCallSpans: false };
  return {
    heading: { otlp, session, agent, begun, hasCallSpans },
    turns: [...turns],
    said: [...said.keys()],
    calls: [...calls] as unknown as Json,
    answers: [...answers],
    tools: [...tools],
  };
}

/** Whether it is said for the first time. */
export function isNews(memory: Memory, ...words: readonly string[]): boolean {
  const mark = digest(words.join('\0'));
  if (memory.said.has(mark)) return false;
  put(memory, 'said', mark, true);
  return true;
}

export function put<Of extends 'turns' | 'said' | 'calls' | 'answers' | 'tools'>(
  memory: Memory,
  what: Of,
  key: string,
  value: Memory[Of] extends Map<string, infer Value> ? Value : never,
): void {
  const map = memory[what] as Map<string, unknown>;
  map.delete(key);
  map.set(key, value);
  if (map.size > most[what]) map.delete(map.keys().next().value!);
}
