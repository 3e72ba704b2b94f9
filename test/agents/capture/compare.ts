import { isDeepStrictEqual } from 'node:util';
import type { Capability, Finding } from './capability.ts';
import type { CapturedEvent, CapturedSession } from './captured.ts';
import type { Given, Made } from '../model/server.ts';
import type { Conversation, Scenario } from '../scenarios/script.ts';
import { conversationsOf } from '../scenarios/script.ts';

/** Looks at everything the script did, and whether the archive says the same: no less, and nothing besides. */
export function compare(
  scenario: Scenario,
  given: readonly Given[],
  sessions: readonly CapturedSession[],
): readonly Finding[] {
  const findings: Finding[] = [];
  for (const conversation of conversationsOf(scenario)) {
    const turns = given.filter((one) => one.conversation.prompt === conversation.prompt);
    const scripted = conversation.turns.length;
    if (turns.length !== scripted)
      findings.push({
        capability: 'calls',
        what: 'the script was played',
        wrong: `${turns.length} of ${scripted} turns`,
      });
    findings.push(
      ...(conversation.calledBy
        ? examineSubAgent(conversation, turns, given, sessions)
        : examineMain(scenario, conversation, turns, sessions)),
    );
  }
  const expected = conversationsOf(scenario).length;
  if (sessions.length !== expected)
    findings.push({
      capability: scenario.killedIn ? 'killed' : 'prompt',
      what: `${expected} sessions`,
      wrong: `${sessions.length} sessions`,
    });
  return findings;
}

function examineMain(
  scenario: Scenario,
  conversation: Conversation,
  turns: readonly Given[],
  sessions: readonly CapturedSession[],
): readonly Finding[] {
  const main = sessions.find(({ session }) => session.parent === null);
  if (!main)
    return [{ capability: scenario.killedIn ? 'killed' : 'prompt', what: 'the session', wrong: 'is not there' }];
  if (scenario.killedIn) return examineKilled(conversation, turns, main);
  return [...examineWords(conversation, turns, main), ...examineCalls(turns, main), ...examineTokens(turns, main)];
}

/** Whatever a sub-agent did must be there as well, below the call that started it. */
function examineSubAgent(
  conversation: Conversation,
  turns: readonly Given[],
  given: readonly Given[],
  sessions: readonly CapturedSession[],
): readonly Finding[] {
  const capability = 'sub-agents';
  const child = sessions.find(({ session }) => session.parent?.relation === 'subagent');
  if (!child) return [{ capability, what: 'the session of the sub-agent', wrong: 'is not there' }];
  const caller = given.flatMap(({ calls }) => calls).find(({ call }) => call === conversation.calledBy);
  const from = sessions.flatMap(({ events }) => events).find(({ id }) => id === child.session.parent?.step);
  const isCaller =
    from !== undefined &&
    caller !== undefined &&
    from.content?.is === 'call' &&
    from.tool === shortName(caller.tool.name);
  return [
    {
      capability: 'caller',
      what: 'it hangs under the call that started it',
      ...(isCaller ? {} : { wrong: `under ${from?.summary ?? 'no step'}` }),
    },
    ...[...examineWords(conversation, turns, child), ...examineCalls(turns, child), ...examineTokens(turns, child)].map(
      (finding) =>
        ({
          ...finding,
          capability: isAboutEverySession(finding.capability) ? finding.capability : capability,
        }) satisfies Finding,
    ),
  ];
}

/** What an agent lacks in its main session it lacks in its sub-agents' too. */
function isAboutEverySession(capability: Capability): boolean {
  return (['thinking', 'call ids', 'response', 'durations', 'tokens', 'verbatim'] as const).some(
    (each) => each === capability,
  );
}

function examineKilled(conversation: Conversation, turns: readonly Given[], main: CapturedSession): readonly Finding[] {
  const [made] = turns.flatMap(({ calls }) => calls);
  const call = made && pairs([made], callsIn(main)).get(made);
  const outcome = call && resultsOf(call, main)[0];
  const saysDone = outcome?.content?.is === 'result' && /\bdone\b/.test(outcome.content.output);
  return [
    ...examineWords(conversation, turns, main).filter(({ capability }) => capability === 'prompt'),
    { capability: 'killed', what: 'the call it died in', ...(call ? {} : { wrong: 'is not there' }) },
    { capability: 'killed', what: 'no result that never was', ...(saysDone ? { wrong: outcome.summary } : {}) },
  ];
}

function examineWords(
  { prompt, turns: script, calledBy }: Conversation,
  turns: readonly Given[],
  { events }: CapturedSession,
): readonly Finding[] {
  const played = script.slice(0, turns.length);
  const said = (is: 'message' | 'thinking') =>
    events.flatMap(({ content }) => (content?.is === is ? [content.text.trim()] : []));
  const thoughts = played.flatMap(({ thinking }) => thinking ?? []);
  // A sub-agent may get more text than its caller wrote.
  const prompts = events.flatMap(({ content, origin }) => {
    if (content?.is !== 'prompt' || (!calledBy && origin !== 'human')) return [];
    return [calledBy && content.text.includes(prompt) ? prompt : content.text.trim()];
  });
  return [
    same('prompt', 'prompts', [prompt], prompts),
    same(
      'messages',
      'messages',
      played.flatMap(({ text }) => text ?? []),
      said('message'),
    ),
    ...(thoughts.length > 0 ? [same('thinking', 'thoughts', thoughts, said('thinking'))] : []),
  ];
}

function examineCalls(turns: readonly Given[], main: CapturedSession): readonly Finding[] {
  const made = turns.flatMap(({ calls }) => calls);
  const there = callsIn(main);
  const pairOf = pairs(made, there);
  const invented = there.filter((event) => ![...pairOf.values()].includes(event));
  const prompt = main.events.find(({ content }) => content?.is === 'prompt');
  return [
    same(
      'calls',
      'calls besides the script',
      [],
      invented.map(({ summary }) => summary),
    ),
    ...turns.flatMap((turn) => turn.calls.flatMap((one) => examineCall(one, turn, pairOf.get(one), main, prompt))),
  ];
}

function examineCall(
  made: Made,
  turn: Given,
  event: CapturedEvent | undefined,
  main: CapturedSession,
  prompt: CapturedEvent | undefined,
): readonly Finding[] {
  const { call, tool } = made;
  const name = `${tool.name} (${call.does})`;
  if (event?.content?.is !== 'call') return [{ capability: 'calls', what: name, wrong: 'was not captured' }];
  const input = event.content.input;
  const results = resultsOf(event, main);
  const output = results.map(({ content }) => (content?.is === 'result' ? content.output : '')).join('\n');
  const failed = call.fails ?? false;
  const script = turn.conversation.turns[turn.turn];
  const check = (capability: Capability, what: string, isRight: boolean, found: unknown): Finding => ({
    capability,
    what: `${name}: ${what}`,
    ...(isRight ? {} : { wrong: typeof found === 'string' ? found : JSON.stringify(found) }),
  });
  return [
    check('calls', 'captured once', true, ''),
    check('call ids', `id ${made.id}`, event.native_id === made.id, event.native_id),
    check('arguments', 'arguments', hasArguments(input, tool), input),
    check('results', 'one result', results.length === 1, `${results.length} results`),
    check(
      'results',
      `shows ${call.shows ?? 'something'}`,
      call.shows ? output.includes(call.shows) : output !== '',
      output.slice(0, 200),
    ),
    ...(made.result === undefined
      ? []
      : [
          check(
            'verbatim',
            'the result that the model saw',
            isSameText(output, made.result),
            `${output.slice(0, 120)} | ${made.result.slice(0, 120)}`,
          ),
        ]),
    check(
      'failures',
      failed ? 'failed' : 'did not fail',
      event.failed === failed && results.every((result) => result.failed === failed),
      event.failed,
    ),
    check(
      'durations',
      'took a while',
      [event, ...results].some(({ duration_ms }) => duration_ms !== null),
      'unknown',
    ),
    ...(actOf(made) ? [check('acts', `is ${actOf(made)}`, event.act === actOf(made), event.act)] : []),
    check('turn', 'belongs to its prompt', event.turn === prompt?.id, event.turn ?? 'to none'),
    ...(script?.text
      ? [
          check(
            'response',
            'belongs to its response',
            isSaying(script.text, parentOf(event, main)),
            parentOf(event, main)?.summary ?? 'nothing',
          ),
        ]
      : []),
  ];
}

function examineTokens(turns: readonly Given[], { session }: CapturedSession): readonly Finding[] {
  const sum = (side: 'input' | 'output') => turns.reduce((total, { tokens }) => total + tokens[side], 0);
  const { input_tokens, output_tokens, cache_tokens } = session.cost;
  return [
    same('tokens', 'tokens in and out', [sum('input'), sum('output')], [input_tokens + cache_tokens, output_tokens]),
  ];
}

function same(capability: Capability, what: string, expected: readonly unknown[], found: readonly unknown[]): Finding {
  return {
    capability,
    what,
    ...(isDeepStrictEqual(expected, found)
      ? {}
      : { wrong: `${JSON.stringify(found)} and not ${JSON.stringify(expected)}` }),
  };
}

export function callsIn({ events }: CapturedSession): readonly CapturedEvent[] {
  return events.filter(({ content }) => content?.is === 'call');
}

/** Which captured call is which: by id, and where the agent has ids of its own by tool and arguments. */
function pairs(made: readonly Made[], there: readonly CapturedEvent[]): ReadonlyMap<Made, CapturedEvent> {
  const left = new Set(there);
  const found = new Map<Made, CapturedEvent>();
  const take = (one: Made, fits: (event: CapturedEvent) => boolean) => {
    const event = found.has(one) ? undefined : [...left].find(fits);
    if (!event) return;
    found.set(one, event);
    left.delete(event);
  };
  for (const one of made) take(one, ({ native_id }) => native_id === one.id);
  for (const one of made)
    take(
      one,
      ({ tool, content }) =>
        tool === shortName(one.tool.name) && content?.is === 'call' && hasArguments(content.input, one.tool),
    );
  return found;
}

/** What came back of a call. */
export function resultsOf(call: CapturedEvent, { events }: CapturedSession): readonly CapturedEvent[] {
  return events.filter(({ content, step }) => content?.is === 'result' && step === call.id);
}

function parentOf({ parent }: CapturedEvent, { events }: CapturedSession): CapturedEvent | undefined {
  return events.find(({ id }) => id === parent);
}

function isSaying(text: string, event: CapturedEvent | undefined): boolean {
  return event?.content?.is === 'message' && event.content.text.trim() === text;
}

/** Agents add arguments of their own; those of the script must be there unchanged. */
function hasArguments(input: unknown, tool: Made['tool']): boolean {
  if ('text' in tool) return JSON.stringify(input).includes(JSON.stringify(tool.text.trim()).slice(1, -1));
  const given = typeof input === 'string' ? (JSON.parse(input) as unknown) : input;
  return Object.entries(tool.args).every(([name, value]) =>
    isDeepStrictEqual((given as Record<string, unknown>)[name], value),
  );
}

/** The model may see more than is kept, or the same inside JSON. */
function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    text
      .replace(/\\(["\\])/g, '$1')
      .replace(/(\s|\\[nt])+/g, ' ')
      .trim(),
  ) as [string, string];
  return a !== '' && b !== '' && (a.includes(b) || b.includes(a));
}

function actOf({ call }: Made): string | undefined {
  switch (call.does) {
    case 'read':
    case 'edit':
      return call.does;
    case 'delegate':
      return 'agent';
    case 'run':
      return call.isCheck ? 'check' : undefined;
    case 'await':
    case 'report':
      return undefined;
  }
}

/** Tools in a namespace are known by the last part of their name. */
function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
