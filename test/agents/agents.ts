import type { Agent } from './agent.ts';
import { claudeCode } from './claude-code.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { continueCli } from './continue.ts';
import { copilot } from './copilot.ts';
import { droid } from './droid.ts';
import { gemini } from './gemini.ts';
import { grok } from './grok.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

/** To add one: its file, and its line here. */
export const agents: readonly Agent[] = [
  claudeCode,
  codex,
  opencode,
  gemini,
  qwen,
  copilot,
  pi,
  grok,
  cline,
  droid,
  continueCli,
];
