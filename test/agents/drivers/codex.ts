import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { writeSettings } from './settings-file.ts';

export const codex: Agent = {
  name: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  version: '0.166.0',
  required: true,
  subAgents: 'are awaited',

  // It has no tool for reading: it looks at files through its shell.
  tool(call, _project, earlier) {
    switch (call.does) {
      case 'read':
        return { name: 'exec_command', args: { cmd: `cat ${call.path}` } };
      case 'edit':
        return {
          name: 'apply_patch',
          text: `*** Begin Patch\n*** Update File: ${call.path}\n@@\n-${call.from}\n+${call.to}\n*** End Patch\n`,
        };
      case 'run':
        return { name: 'exec_command', args: { cmd: call.command, yield_time_ms: 60_000 } };
      case 'delegate':
        return { name: 'multi_agent_v1.spawn_agent', args: { message: call.prompt } };
      case 'await':
        return {
          name: 'multi_agent_v1.wait_agent',
          args: { targets: [/"agent_id":"([^"]+)"/.exec(earlier.join('\n'))?.[1]], timeout_ms: 30_000 },
        };
      case 'report':
        return undefined;
    }
  },

  toolOfServer: ({ tool, args }) => ({ name: `mcp__stemma.${tool}`, args }),

  prepare({ home, project, model }) {
    writeSettings(
      home,
      '.codex/config.toml',
      `
model = "gpt-5.5"
model_provider = "scripted"
model_reasoning_summary = "auto"

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[projects."${project}"]
trust_level = "trusted"
`,
    );
  },

  launch: ({ installed }, prompt) => ({
    file: programIn(installed, 'codex'),
    args: ['exec', '--json', '--dangerously-bypass-approvals-and-sandbox', '--dangerously-bypass-hook-trust', prompt],
    env: { SCRIPTED_KEY: 'none' },
  }),

  compact(room) {
    return this.goOn!(room, 'Now compact.', 'model_auto_compact_token_limit=100');
  },

  goOn({ installed }, prompt, setting = 'model_auto_compact_token_limit=1000000') {
    return {
      file: programIn(installed, 'codex'),
      args: [
        'exec',
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        '--dangerously-bypass-hook-trust',
        '-c',
        setting,
        'resume',
        '--last',
        prompt,
      ],
      env: { SCRIPTED_KEY: 'none' },
    };
  },

  reopen(room, [, ...words], prompt) {
    const { args, ...launch } = this.launch(room, prompt);
    return { ...launch, args: [...args.slice(0, -1), ...words, prompt] };
  },

  lacks: { response: 'a rollout records only the turn of a call, not its response' },
};
