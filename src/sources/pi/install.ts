import { join } from 'node:path';
import { piExtension } from './extension.ts';
import { installInFolder } from '../agent/install-in-folder.ts';

export const install = installInFolder({
  programs: ['pi'],
  folder: ({ home, env }) => env['PI_CODING_AGENT_DIR'] || join(home, '.pi', 'agent'),
  mcp: {
    since: '0.99.0',
    format: 'json',
    under: 'mcpServers',
    file: 'mcp.json',
    entry: ({ command, args }) => ({ command, args }),
  },
  events: ['tool_execution_start', 'tool_execution_end', 'after_provider_response'],
  captures:
    'calls while they run (pi writes parallel ones down together, when the slowest is over), requests to the model that failed',
  file: ({ spool }) => ({ kind: 'own', path: join('extensions', 'stemma.ts'), text: piExtension(spool), mode: 0o644 }),
});
