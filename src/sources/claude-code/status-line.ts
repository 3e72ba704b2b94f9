import { join } from 'node:path';
import { name, number, object, text } from '../../platform/parse-records.ts';
import type { AgentStatusLine } from '../agent/status-line.ts';
import { settingsFolder } from './install.ts';

export const statusLine: AgentStatusLine = {
  path: (machine) => join(settingsFolder(machine), 'settings.json'),
  setting: 'statusLine',
  entry: (command) => ({ type: 'command', command }),
  read(payload) {
    const model = object(payload['model']);
    return {
      native: name(payload['session_id']),
      model: text(model['display_name']) ?? text(model['id']),
      usd: number(object(payload['cost'])['total_cost_usd']),
      contextPercent: number(object(payload['context_window'])['used_percentage']),
    };
  },
};
