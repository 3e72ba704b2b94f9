import { expect, test } from 'vitest';
import type { What } from '../../model/draft.ts';
import { useMark } from './use-mark.ts';

const call = (tool: string, input: unknown): What => ({ is: 'call', tool, input });
const prompt = (text: string): What => ({ is: 'prompt', text, origin: 'human' });

test.each<readonly [string, What, string]>([
  ['Claude Code', call('Skill', { skill: 'check-cart', args: 'all' }), 'use skill check-cart'],
  ['older Claude Code', call('Skill', { command: 'check-cart' }), 'use skill check-cart'],
  ['OpenCode', call('skill', { name: 'check-cart' }), 'use skill check-cart'],
  ['Gemini CLI', call('activate_skill', { name: 'check-cart' }), 'use skill check-cart'],
  ['Cline', call('use_skill', { skill_name: 'check-cart' }), 'use skill check-cart'],
  [
    'Codex, when the model reads one',
    call('exec_command', { cmd: "sed -n '1,80p' /home/dev/.codex/skills/check-cart/SKILL.md" }),
    'use skill check-cart',
  ],
  [
    'older Codex',
    call('shell', { command: ['bash', '-lc', 'cat ~/.codex/skills/public/check-cart/SKILL.md'] }),
    'use skill check-cart',
  ],
  [
    'Codex, when a person names one',
    { is: 'prompt', origin: 'skill', text: '<skill>\n<name>check-cart</name>\n<path>/x/SKILL.md</path>\n…' },
    'use skill check-cart',
  ],
  [
    'pi, when the model reads one',
    call('read', { path: '/home/dev/.pi/agent/skills/check-cart/SKILL.md' }),
    'use skill check-cart',
  ],
  [
    'pi, when a person names one',
    { is: 'prompt', origin: 'skill', text: '<skill name="check-cart" location="/x/SKILL.md">\nLook.\n</skill>' },
    'use skill check-cart',
  ],
])('a skill of %s', (_, what, mark) => {
  expect(useMark(what)).toBe(mark);
});

test.each<readonly [string, What, string]>([
  ['Claude Code and OpenCode', call('Task', { subagent_type: 'scout', prompt: 'Look' }), 'use agent scout'],
  ['newer Claude Code', call('Agent', { subagent_type: 'scout' }), 'use agent scout'],
  ['Copilot', call('task', { agent_type: 'explore', name: 'test-counter' }), 'use agent explore'],
  ['Gemini CLI', call('invoke_agent', { agent_name: 'codebase_investigator' }), 'use agent codebase_investigator'],
  ['Continue', call('Subagent', { subagent_name: 'counter' }), 'use agent counter'],
  ['Grok, where none is named', call('spawn_subagent', { prompt: 'Count' }), 'use agent default'],
])('a sub-agent of %s', (_, what, mark) => {
  expect(useMark(what)).toBe(mark);
});

test.each<readonly [string, What, string]>([
  ['Claude Code, Codex, Qwen Code, Copilot', call('mcp__stock__lookup', {}), 'use mcp stock/lookup'],
  [
    'servers and tools with lines in their names',
    call('mcp__plugin_play_wright__browser_click', {}),
    'use mcp plugin_play_wright/browser_click',
  ],
  ['Gemini CLI', call('mcp_stock_look_up', {}), 'use mcp stock/look_up'],
  ['Droid', call('stock___lookup', {}), 'use mcp stock/lookup'],
  ['Cline', call('use_mcp_tool', { server_name: 'stock', tool_name: 'lookup' }), 'use mcp stock/lookup'],
])('an MCP tool of %s', (_, what, mark) => {
  expect(useMark(what)).toBe(mark);
});

test.each<readonly [string, What, string]>([
  ['with words', prompt('/review all of it'), 'use command /review'],
  ['without', prompt('/init'), 'use command /init'],
  ['of a plugin', prompt('/cart:check-todos'), 'use command /cart:check-todos'],
  ['of Qwen Code', { is: 'lifecycle', type: 'command', text: '/summarise' }, 'use command /summarise'],
])('a command %s', (_, what, mark) => {
  expect(useMark(what)).toBe(mark);
});

test.each<readonly [string, What]>([
  ['a prompt', prompt('review all of it')],
  ['a path', prompt('/home/dev/shop is empty')],
  ['a folder', prompt('/tmp is full')],
  ['what somebody copied out of a shell', prompt('/shop $ npm test')],
  ['a command that steers the program', prompt('/model opus')],
  ['a command the program ran itself', { is: 'prompt', origin: 'harness', text: '/plugin' }],
  ['the text of a skill after its call', { is: 'prompt', origin: 'skill', text: 'Base directory for this skill: /x' }],
  ['a skill that somebody works on', call('Read', { file_path: '/home/dev/shop/skills/check-cart/SKILL.md' })],
  ['a skill that is written', call('exec_command', { cmd: 'printf x > /home/dev/.codex/skills/check-cart/SKILL.md' })],
  ['to wait for an agent', call('wait_agent', { id: 'a1' })],
  ['a skill without a name', call('Skill', {})],
  ['any other call', call('Bash', { command: 'npm test' })],
  ['input that is none', call('Skill', null)],
])('%s is no use of anything', (_, what) => {
  expect(useMark(what)).toBeUndefined();
});

test.each<readonly [string, 'all' | readonly string[], string | undefined]>([
  ['/tok', 'all', undefined],
  ['/ask why is it slow?', 'all', undefined],
  ['/sandbox', ['sandbox'], undefined],
  ['/sandbox', [], 'use command /sandbox'],
  ['/exit', [], undefined],
  ['/q', [], undefined],
  ['/review all of it', ['sandbox'], 'use command /review'],
])('%s is no skill where the program handles it itself', (text, clientCommands, mark) => {
  expect(useMark(prompt(text), clientCommands)).toBe(mark);
});
