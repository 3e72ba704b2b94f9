import type { What } from '../../model/draft.ts';
import { isObject } from '../../platform/parse-records.ts';

/**
 * Which skill, command, sub-agent or MCP tool an event is a use of, as a mark of the event: `use skill commit`, `use
 * command /review`, `use agent scout`, `use mcp stock/lookup`. Undefined for everything else. One mark per use: the
 * text of a skill that follows its call or its command has none. `clientCommands`: see source.ts.
 */
export function useMark(what: What, clientCommands: 'all' | readonly string[] = []): string | undefined {
  switch (what.is) {
    case 'call':
      return callMark(what.tool, what.input);
    case 'prompt':
      return what.origin === 'human'
        ? commandMark(what.text, clientCommands)
        : what.origin === 'skill'
          ? skillTextMark(what.text)
          : undefined;
    case 'lifecycle':
      // Qwen Code records a command beside the prompt it becomes.
      return what.type === 'command' ? commandMark(what.text, clientCommands) : undefined;
    default:
      return undefined;
  }
}

function callMark(tool: string, input: unknown): string | undefined {
  const mcp = mcpTool(tool, input);
  if (mcp !== undefined) return marked('mcp', mcp);
  const name = tool.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  if (skillTools.has(name)) return marked('skill', textIn(input, skillFields));
  if (agentTools.has(name)) return marked('agent', textIn(input, agentFields) ?? 'default');
  return marked('skill', skillRead(tool, input));
}

const skillTools: ReadonlySet<string> = new Set([
  'skill',
  'skills',
  'useskill',
  'activateskill',
  'loadskill',
  'readskill',
  'runskill',
  'invokeskill',
]);
const skillFields = ['skill', 'skill_name', 'skillName', 'name', 'command'];
/** Tools that start an agent; waiting for one, or writing to it, is not another use. */
const agentTools: ReadonlySet<string> = new Set([
  'task',
  'agent',
  'spawnagent',
  'spawnsubagent',
  'subagent',
  'runsubagent',
  'newtask',
  'delegate',
  'delegatetask',
  'delegatetoagent',
  'callagent',
  'invokeagent',
  'dispatchagent',
  'teamspawnteammate',
]);
const agentFields = [
  'subagent_type',
  'agent_type',
  'subagent_name',
  'agent_name',
  'agentName',
  'subagentType',
  'agentType',
  'agent',
  'subagent',
];

/**
 * Agents write the server into the name of the tool, each in its own way. Undefined where the two cannot be separated.
 */
function mcpTool(tool: string, input: unknown): string | undefined {
  const [, server, inner] =
    /^mcp__(.+?)__(.+)$/.exec(tool) ??
    /^mcp_([A-Za-z0-9.-]+)_(.+)$/.exec(tool) ??
    /^([A-Za-z0-9.-]+)___(.+)$/.exec(tool) ??
    [];
  if (inner !== undefined) return `${server!}/${inner}`;
  if (!/^use_?mcp_?tool$/i.test(tool)) return undefined;
  const named = textIn(input, ['server_name', 'serverName', 'server']);
  return named === undefined ? undefined : `${named}/${textIn(input, ['tool_name', 'toolName', 'tool']) ?? ''}`;
}

/**
 * Codex and pi have no tool for skills: the model reads the file. For other agents only the tool counts, since authors
 * of skills read these files too.
 */
function skillRead(tool: string, input: unknown): string | undefined {
  if (/^(?:shell|shell_command|exec_command|exec|local_shell)$/.test(tool)) {
    const line =
      typeof input === 'string'
        ? input
        : (JSON.stringify(isObject(input) ? (input['cmd'] ?? input['command'] ?? input['input']) : input) ?? '');
    const [, name] =
      /\b(?:cat|sed|head|tail|bat|less)\b[^|;&>]{0,300}?\/skills\/(?:[^/\s"']+\/){0,3}?([^/\s"']+)\/SKILL\.md\b/.exec(
        line.slice(0, longestLine),
      ) ?? [];
    return name;
  }
  const path = tool === 'read' ? textIn(input, ['path']) : undefined;
  return path === undefined ? undefined : /\/skills\/(?:[^/]+\/){0,3}?([^/]+)\/SKILL\.md$/.exec(path)?.[1];
}

const longestLine = 4000;

/** `/name words`; not a path, and not the prompt of a shell that somebody pasted. */
function commandMark(text: string, clientCommands: 'all' | readonly string[]): string | undefined {
  if (clientCommands === 'all') return undefined;
  const [, name, rest = ''] = /^\/([a-z][\w:.-]{0,79})(?:\s+([^\n]{0,4}))?/.exec(text) ?? [];
  if (
    name === undefined ||
    text[name.length + 1] === '/' ||
    /^[$#%>]/.test(rest) ||
    controls.has(name) ||
    clientCommands.includes(name) ||
    folders.has(name)
  )
    return undefined;
  return marked('command', `/${name}`);
}

/**
 * Names that agents have in common: they control the program and ask nothing of the model. What one agent has besides is
 * in its descriptor. Agents that mark them themselves do not emit them here.
 */
const controls: ReadonlySet<string> = new Set(
  (
    'add add-dir agents approvals bashes bug chat clear config context copy cost diff drop editor-mode exit export fast feedback help history hooks ide keybindings keys load login logout ls ' +
    'map map-refresh mcp memory model models new paste permissions plugin privacy-settings q quit read-only redo release-notes rename reset resume rewind save session sessions settings ' +
    'stats status statusline terminal-setup theme tokens tools undo upgrade usage vim voice weak-model compact compress multiline-mode'
  ).split(' '),
);
const folders: ReadonlySet<string> = new Set(
  'bin boot dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var work workspace app'.split(' '),
);

/** The text of a skill, where nothing before it records its use: Codex after `$name`, pi after `/skill:name`. */
function skillTextMark(text: string): string | undefined {
  const [, attribute, element] =
    /^<skill(?: name="([^"\n]+)"[^>\n]*)?>(?:\s*<name>([^<\n]+)<\/name>)?/.exec(text) ?? [];
  return marked('skill', attribute ?? element);
}

function marked(what: string, name: string | undefined): string | undefined {
  const line = name?.trim().split('\n', 1)[0]!.trim().slice(0, longestName);
  return line === undefined || line === '' ? undefined : `use ${what} ${line}`;
}

const longestName = 100;

function textIn(input: unknown, fields: readonly string[]): string | undefined {
  if (!isObject(input)) return undefined;
  for (const field of fields) {
    const value = input[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}
