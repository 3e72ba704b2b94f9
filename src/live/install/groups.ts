import { hookCommand } from '../hook/hook-command.ts';
import type { HookKit } from '../hook/hook-command.ts';
import type { HookGroup } from './agent.ts';

interface Extras {
  readonly matcher?: string;
  readonly handler: Readonly<Record<string, unknown>>;
}

/** One group with our one handler for each event, in the shape that Claude Code began and others took over. */
export function groupsOf(
  kit: HookKit,
  agent: string,
  events: readonly string[],
  { matcher, handler }: Extras,
): Readonly<Record<string, HookGroup>> {
  return Object.fromEntries(
    events.map((event) => [
      event,
      {
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ type: 'command', command: hookCommand(kit, agent, event), ...handler }],
      },
    ]),
  );
}
