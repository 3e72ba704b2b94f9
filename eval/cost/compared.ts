import type { Counted } from './counted.ts';
import type { Said } from './said.ts';

export interface Compared {
  readonly said: Said;
  readonly tokens: Said['tokens'];
  readonly usd: number | null;
  readonly verdict: Verdict;
}

export type Verdict = 'equal' | { readonly why: string } | 'differs';

/** What stemma counted of the same sessions that the agent speaks of. */
export function compared(said: Said, sessions: ReadonlyMap<string, Counted>): Compared {
  const own = [...sessions.values()].filter(
    ({ uid }) => uid === said.session || (said.withSubagents && isBelow(uid, said.session, sessions)),
  );
  const tokens = add(own.map((each) => each.tokens));
  const usd = own.some((each) => each.usd === null) ? null : own.reduce((all, each) => all + each.usd!, 0);
  return {
    said,
    tokens,
    usd,
    verdict: verdictOn(said, { tokens, models: own.flatMap((each) => each.models) }, sessions),
  };
}

function verdictOn(
  said: Said,
  { tokens, models }: Pick<Counted, 'tokens' | 'models'>,
  sessions: ReadonlyMap<string, Counted>,
): Verdict {
  if (equal(tokens, said.tokens)) return 'equal';
  if (tokens[1] === said.tokens[1] && withCached(tokens) === withCached(said.tokens))
    return { why: 'equal but for which of the input was cached: the messages tell, the sum does not' };
  const origin = sessions.get(said.session)?.parent;
  if (origin && origin.relation !== 'subagent') {
    const whole = add([tokens, sessions.get(origin.uid)?.tokens ?? [0, 0, 0, 0]]);
    if (equal(whole, said.tokens))
      return {
        why: `equal together with ${origin.relation === 'fork' ? 'the session it was forked from' : 'the session it resumes'}: what it copied is counted there`,
      };
  }
  const others = Object.keys(said.models ?? {}).filter((model) => !models.some((each) => each.model === model));
  const worked = Object.entries(said.models ?? {}).filter(([model]) => !others.includes(model));
  if (worked.length > 0 && equal(add(worked.map(([, each]) => each)), tokens))
    return {
      why: `equal for ${worked.map(([model]) => model).join(', ')}; what it asked ${others.join(', ')} is in no transcript`,
    };
  const known = reasons.find(
    ({ source, capture, where }) =>
      source === said.source && capture.test(said.capture) && (where?.test(said.where) ?? true),
  );
  return known ? { why: known.why } : 'differs';
}

/** Differences that were looked into: what the agent's files do not hold cannot be counted from them. */
const reasons: readonly {
  readonly source: string;
  readonly capture: RegExp;
  readonly where?: RegExp;
  readonly why: string;
}[] = [
  {
    source: 'claude-code',
    capture: /(?:09-killed|11-torn-tail)/,
    why: 'the killed process told nobody its sum; its transcript has what it used',
  },
  {
    source: 'claude-code',
    capture: /07-api-error/,
    where: /stdout/,
    why: 'Claude Code leaves out responses that were cut off, and counts requests that are in no transcript',
  },
  {
    source: 'claude-code',
    capture: /^(?:1\.0|2\.0)/,
    where: /stdout/,
    why: 'Claude Code asks a small model for titles and topics (and 2.0 warms up three agents at each start): in no transcript, or nobody’s work',
  },
  {
    source: 'claude-code',
    capture: /06-resume-compact/,
    where: /stdout/,
    why: 'what a compaction used is on stdout only',
  },
  {
    source: 'codex',
    capture: /04-resume/,
    why: 'a fork: its total begins with that of the thread it left, which is counted there',
  },
  {
    source: 'codex',
    capture: /06-kill/,
    why: 'after a crash the total leaves out what the killed response had used; its own record has it',
  },
  {
    source: 'opencode',
    capture: /04-resume/,
    why: 'a fork: its total counts the messages it copied, which are counted where they were made',
  },
  { source: 'gemini', capture: /10-compact/, why: 'the requests that compress a chat are not in the chat' },
  { source: 'gemini', capture: /06-kill/, why: 'the killed process told nobody its sum; its chat has what it used' },
  { source: 'qwen', capture: /13-tui/, why: 'the suggestion of a next prompt is not in the chat' },
  {
    source: 'copilot',
    capture: /compact/,
    why: 'Copilot counts the requests of compactions apart; they are counted here',
  },
  {
    source: 'continue',
    capture: /subagent/,
    why: 'cn adds the sub-agent to its sum; its messages are nowhere (and cached tokens are left out of the sum)',
  },
  {
    source: 'grok',
    capture: /subagent/,
    why: 'Grok counts a sub-agent in its caller’s turn and again in its own session: only the sub-agent’s can be told apart',
  },
  {
    source: 'grok',
    capture: /fork/,
    why: 'a fork: its total counts the turns it copied, which are counted where they were made',
  },
];

function isBelow(uid: string, above: string, sessions: ReadonlyMap<string, Counted>): boolean {
  const seen = new Set<string>();
  for (
    let at = sessions.get(uid);
    at?.parent?.relation === 'subagent' && !seen.has(at.uid);
    at = sessions.get(at.parent.uid)
  ) {
    if (at.parent.uid === above) return true;
    seen.add(at.uid);
  }
  return false;
}

function add(all: readonly Said['tokens'][]): Said['tokens'] {
  return all.reduce<Said['tokens']>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]], [0, 0, 0, 0]);
}

function withCached([input, , read, write]: Said['tokens']): number {
  return input + read + write;
}

function equal(a: Said['tokens'], b: Said['tokens']): boolean {
  return a.every((count, at) => count === b[at]);
}
