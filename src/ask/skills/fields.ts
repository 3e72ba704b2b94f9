import { invocationWhats } from '../../model/words.ts';
import { agent, repo, sessionName, since, until, workspace } from '../question/fields.ts';

/** Which uses of skills are counted. */
export const usesFilter = {
  agent,
  repo,
  session: { ...sessionName, summary: 'Only uses in this session' },
  since,
  until,
  what: {
    type: 'choice',
    choices: invocationWhats,
    placeholder: 'SORT',
    summary: 'Only skills, commands, sub-agents, MCP tools, or manual entries',
  },
  workspace,
} as const;
