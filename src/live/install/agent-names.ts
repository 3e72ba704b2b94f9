/** The names of all agents in agents.ts, for those who must not wait for the rest. */
export const agentNames = [
  'claude-code',
  'codex',
  'opencode',
  'gemini',
  'qwen',
  'copilot',
  'grok',
  'cline',
  'droid',
  'pi',
  'continue',
  'aider',
] as const;
