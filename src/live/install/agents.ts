import type { LiveAgent } from './agent.ts';
import { aider } from './agents/aider.ts';
import { claudeCode } from './agents/claude-code.ts';
import { cline } from './agents/cline.ts';
import { codex } from './agents/codex.ts';
import { continueDev } from './agents/continue.ts';
import { copilot } from './agents/copilot.ts';
import { droid } from './agents/droid.ts';
import { gemini } from './agents/gemini.ts';
import { grok } from './agents/grok.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { qwen } from './agents/qwen.ts';

/** Every agent `stemma install` knows, the most used first. To add one: its file, and its name here. */
export const liveAgents: readonly LiveAgent[] = [
  claudeCode,
  codex,
  opencode,
  gemini,
  qwen,
  copilot,
  grok,
  cline,
  droid,
  pi,
  continueDev,
  aider,
];
