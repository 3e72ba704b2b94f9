import type { Event } from '../../model/event.ts';

/**
 * Whether a call checks the work. What a program runs by itself, as Aider its linter, does, whatever its name; a tool that is
 * asked for its version checks nothing.
 */
export function isCheck({ act, role, tool, summary }: Event): boolean {
  return (act === 'check' || (act === 'shell' && role === 'system' && tool !== null)) && !asksVersion.test(summary);
}

const asksVersion = / (?:--version|--help|-[vVh])(?: |$)/;
