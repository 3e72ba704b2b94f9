import type { Agent } from './agent.ts';
import { claudeCode } from './drivers/claude-code.ts';
import { cline } from './drivers/cline.ts';
import { codex } from './drivers/codex.ts';
import { continueCli } from './drivers/continue.ts';
import { copilot } from './drivers/copilot.ts';
import { droid } from './drivers/droid.ts';
import { gemini } from './drivers/gemini.ts';
import { goose } from './drivers/goose.ts';
import { gptme } from './drivers/gptme.ts';
import { grok } from './drivers/grok.ts';
import { kilo } from './drivers/kilo.ts';
import { kimi } from './drivers/kimi.ts';
import { miniSweAgent } from './drivers/mini-swe-agent.ts';
import { opencode } from './drivers/opencode.ts';
import { openHands } from './drivers/openhands.ts';
import { pi } from './drivers/pi.ts';
import { qwen } from './drivers/qwen.ts';
import { vibe } from './drivers/vibe.ts';

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
  goose,
  gptme,
  kilo,
  kimi,
  miniSweAgent,
  openHands,
  vibe,
];
