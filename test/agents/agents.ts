import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { geminiCli } from './gemini-cli.ts';
import { grok } from './grok.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

/** To add one: its file, and its line here. */
export const agents: readonly Agent[] = [claudeCode, codex, opencode, geminiCli, qwen, copilot, pi, grok];
