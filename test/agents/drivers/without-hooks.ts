import type { Agent } from '../agent.ts';

/** Of agents whose files stemma reads and which `stemma install` does not connect. */
export const withoutHooks: Agent['lacks'] = {
  hooks: '`stemma install` does not connect it yet',
  advice: '`stemma install` does not connect it yet',
  resume: '`stemma install` does not connect it yet',
  mcp: '`stemma install` does not connect it yet',
};
