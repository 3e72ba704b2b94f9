import { toolDoing } from '../../../normalise/tools.ts';
import { trimCommand } from './trim-command.ts';

/** What a step did: a command as typed, anything else without the agent's own tool names. */
export function actionOf(summary: string): string {
  const space = summary.indexOf(' ');
  const tool = space < 0 ? summary : summary.slice(0, space);
  const rest = space < 0 ? '' : summary.slice(space + 1);
  const server = /^mcp__(.+?)__(.+)$/.exec(tool);
  if (server) return `${server[2]} of the MCP server ${server[1]}${rest === '' ? '' : `: ${rest}`}`;
  if (rest === '') return summary;
  switch (toolDoing(tool)) {
    case 'command':
      return trimCommand(rest);
    case 'read':
      return `reading ${rest}`;
    case 'search':
      return `searching ${rest}`;
    case 'edit':
      return `editing ${rest}`;
    case 'web':
      return `fetching ${rest}`;
    case 'agent':
      return `a sub-agent, ${rest}`;
    case 'plan':
      return `planning: ${rest}`;
    default:
      return summary;
  }
}
