import type { Counted } from './counted.ts';
import type { ReportedUsage } from './reported-usage.ts';

export interface Compared {
  readonly reported: ReportedUsage;
  readonly tokens: ReportedUsage['tokens'];
  readonly usd: number | null;
  readonly verdict: Verdict;
}

export type Verdict = 'equal' | { readonly why: string } | 'differs';

/** What stemma counted for the same sessions. */
export function compared(reported: ReportedUsage, sessions: ReadonlyMap<string, Counted>): Compared {
  const own = [...sessions.values()].filter(
    ({ uid }) => uid === reported.session || (reported.withSubagents && isBelow(uid, reported.session, sessions)),
  );
  const tokens = add(own.map((each) => each.tokens));
  const usd = own.some((each) => each.usd === null) ? null : own.reduce((all, each) => all + each.usd!, 0);
  return {
    reported,
    tokens,
    usd,
    verdict: verdictOn(reported, { tokens, models: own.flatMap((each) => each.models) }, sessions),
  };
}

function verdictOn(
  reported: ReportedUsage,
  { tokens, models }: Pick<Counted, 'tokens' | 'models'>,
  sessions: ReadonlyMap<string, Counted>,
): Verdict {
  if (equal(tokens, reported.tokens)) return 'equal';
  if (tokens[1] === reported.tokens[1] && withCached(tokens) === withCached(reported.tokens))
    return { why: 'equal except for cached input: the messages record it, the sum does not' };
  const origin = sessions.get(reported.session)?.parent;
  if (origin && origin.relation !== 'subagent') {
    const whole = add([tokens, sessions.get(origin.uid)?.tokens ?? [0, 0, 0, 0]]);
    if (equal(whole, reported.tokens))
      return {
        why: `equal together with ${origin.relation === 'fork' ? 'the session it was forked from' : 'the session it resumes'}; copied messages are counted there`,
      };
  }
  const others = Object.keys(reported.models ?? {}).filter((model) => !models.some((each) => each.model === model));
  const worked = Object.entries(reported.models ?? {}).filter(([model]) => !others.includes(model));
  if (worked.length > 0 && equal(add(worked.map(([, each]) => each)), tokens))
    return {
      why: `equal for ${worked.map(([model]) => model).join(', ')}; calls to ${others.join(', ')} are in no transcript`,
    };
  const known = reasons.find(
    ({ source, capture, where }) =>
      source === reported.source && capture.test(reported.capture) && (where?.test(reported.where) ?? true),
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
    why: 'the killed process reported no sum; its transcript records the usage',
  },
  {
    source: 'claude-code',
    capture: /07-api-error/,
    where: /stdout/,
    why: 'Claude Code omits interrupted responses and counts requests that are in no transcript',
  },
  {
    source: 'claude-code',
    capture: /^(?:1\.0|2\.0)/,
    where: /stdout/,
    why: 'Claude Code calls a small model for titles and topics (and 2.0 warms up three agents at each start); no transcript has these calls',
  },
  {
    source: 'claude-code',
    capture: /06-resume-compact/,
    where: /stdout/,
    why: 'the usage of a compaction is on stdout only',
  },
  {
    source: 'codex',
    capture: /04-resume/,
    why: 'a fork: its total includes the thread it came from, which is counted there',
  },
  {
    source: 'codex',
    capture: /06-kill/,
    why: 'after a crash the total omits the killed response, which has its own record',
  },
  {
    source: 'opencode',
    capture: /04-resume/,
    why: 'a fork: its total includes copied messages, which are counted in the original session',
  },
  { source: 'gemini', capture: /10-compact/, why: 'the requests that compress a chat are not in the chat' },
  { source: 'gemini', capture: /06-kill/, why: 'the killed process reported no sum; its chat records the usage' },
  { source: 'qwen', capture: /13-tui/, why: 'the suggestion of a next prompt is not in the chat' },
  {
    source: 'copilot',
    capture: /compact/,
    why: 'Copilot counts compaction requests separately; stemma includes them',
  },
  {
    source: 'continue',
    capture: /subagent/,
    why: 'cn includes the sub-agent in its sum but does not store its messages (and omits cached tokens)',
  },
  {
    source: 'grok',
    capture: /subagent/,
    why: 'Grok counts a sub-agent in its caller’s turn and again in its own session; only the second can be separated',
  },
  {
    source: 'grok',
    capture: /fork/,
    why: 'a fork: its total includes copied turns, which are counted in the original session',
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

function add(all: readonly ReportedUsage['tokens'][]): ReportedUsage['tokens'] {
  return all.reduce<ReportedUsage['tokens']>(
    (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]],
    [0, 0, 0, 0],
  );
}

function withCached([input, , read, write]: ReportedUsage['tokens']): number {
  return input + read + write;
}

function equal(a: ReportedUsage['tokens'], b: ReportedUsage['tokens']): boolean {
  return a.every((count, at) => count === b[at]);
}
