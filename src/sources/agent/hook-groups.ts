import type { HookGroup, InstallTarget } from './install.ts';

interface Extras {
  readonly matcher?: string;
  readonly handler: Readonly<Record<string, unknown>>;
}

/** One group with our one handler for each event, in Claude Code's format, which others adopted. */
export function hookGroups(
  { hookCommand }: Pick<InstallTarget, 'hookCommand'>,
  events: readonly string[],
  { matcher, handler }: Extras,
): Readonly<Record<string, HookGroup>> {
  return Object.fromEntries(
    events.map((event) => [
      event,
      {
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [{ type: 'command', command: hookCommand(event), ...handler }],
      },
    ]),
  );
}
