import type { Agent } from '../agent.ts';
import type { Call, Scenario, Turn } from './script.ts';

/** The scenario in the form this agent needs; undefined when it cannot play it. */
export function adaptScenario({ subAgents }: Pick<Agent, 'subAgents'>, scenario: Scenario): Scenario | undefined {
  const delegates = scenario.turns.some(isDelegating);
  if (!delegates || subAgents === 'answer') return scenario;
  switch (subAgents) {
    case 'none':
      return undefined;
    case 'are awaited':
      return { ...scenario, turns: scenario.turns.flatMap((turn) => (isDelegating(turn) ? awaited(turn) : [turn])) };
    case 'report':
      return {
        ...scenario,
        turns: scenario.turns.map((turn) => ({ ...turn, ...(turn.calls ? { calls: turn.calls.map(reporting) } : {}) })),
      };
  }
}

function isDelegating({ calls = [] }: Turn): boolean {
  return calls.some(({ does }) => does === 'delegate');
}

/** The call that starts a sub-agent shows nothing of what it finds; the one that waits for it does. */
function awaited(turn: Turn): readonly Turn[] {
  const calls = turn.calls!.map(({ shows, ...call }) =>
    call.does === 'delegate' ? call : { ...call, ...(shows ? { shows } : {}) },
  );
  const found = turn
    .calls!.filter(({ does }) => does === 'delegate')
    .map(({ shows }): Call => ({ does: 'await', ...(shows ? { shows } : {}) }));
  return [{ ...turn, calls }, { calls: found }];
}

function reporting(call: Call): Call {
  if (call.does !== 'delegate') return call;
  const turns = call.turns.map(({ text, ...turn }): Turn => {
    const isLast = text !== undefined && !turn.calls;
    return isLast
      ? { ...turn, calls: [{ does: 'report', text }] }
      : { ...turn, ...(text === undefined ? {} : { text }) };
  });
  return { ...call, turns };
}
