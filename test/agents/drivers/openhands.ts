import { join } from 'node:path';
import type { Agent } from '../agent.ts';
import { programIn } from '../room/install.ts';
import { withoutHooks } from './without-hooks.ts';

/** Its command line asks in a terminal only, so its library is run, as that does. */
export const openHands: Agent = {
  name: 'openhands',
  title: 'OpenHands SDK',
  package: 'openhands-sdk',
  version: '1.2.0',
  registry: 'pypi',
  with: ['openhands-tools==1.2.0'],
  shownAs: 'row',
  required: false,
  subAgents: 'none',

  tool(call, project) {
    switch (call.does) {
      case 'read':
        return { name: 'file_editor', args: { command: 'view', path: join(project, call.path) } };
      case 'edit':
        return {
          name: 'file_editor',
          args: { command: 'str_replace', path: join(project, call.path), old_str: call.from, new_str: call.to },
        };
      case 'run':
        return { name: 'terminal', args: { command: call.command } };
      case 'delegate':
      case 'await':
      case 'report':
        return undefined;
    }
  },

  launch: ({ installed, model }, prompt) => ({
    file: programIn(installed, 'python'),
    args: ['-c', program, prompt],
    env: { MODEL: `${model}/v1`, LITELLM_LOCAL_MODEL_COST_MAP: 'True', OPENHANDS_SUPPRESS_BANNER: '1' },
  }),

  lacks: {
    ...withoutHooks,
    'sub-agents': 'they are not stored',
    caller: 'they are not stored',
  },
};

const program = `
import os, sys
from pydantic import SecretStr
from openhands.sdk import LLM, Agent, Conversation, Tool
from openhands.tools.file_editor import FileEditorTool
from openhands.tools.terminal import TerminalTool
llm = LLM(usage_id="agent", model="openai/scripted-1", base_url=os.environ["MODEL"], api_key=SecretStr("none"))
agent = Agent(llm=llm, tools=[Tool(name=TerminalTool.name), Tool(name=FileEditorTool.name)])
folder = os.path.expanduser("~/.openhands/conversations")
conversation = Conversation(agent=agent, workspace=os.getcwd(), persistence_dir=folder)
conversation.send_message(sys.argv[1])
conversation.run()
`;
