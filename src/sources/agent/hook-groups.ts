import type { HookGroup, InstallTarget } from './install.ts';

interface Extras {
  readonly matcher?: string;
  readonly handler: Readonly<Record<string, unknown>>;
}

/** One group with our one handler for each event, in the shape that Claude Code began and others took over. */
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
