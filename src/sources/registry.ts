import { aider } from './aider/index.ts';
import { causetrace } from './causetrace/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { cline } from './cline/index.ts';
import { codex } from './codex/index.ts';
import { continueDev } from './continue/index.ts';
import { copilot } from './copilot/index.ts';
import { droid } from './droid/index.ts';
import { gemini } from './gemini/index.ts';
import { grokCli } from './grok-cli/index.ts';
import { grok } from './grok/index.ts';
import { hooks } from './hooks/index.ts';
import { openCode } from './opencode/index.ts';
import { otlp } from './otlp/index.ts';
import { pi } from './pi/index.ts';
import { qwen } from './qwen/index.ts';
import { run } from './run/index.ts';
import { sdk } from './sdk/index.ts';
import { sweAgent } from './swe-agent/index.ts';
import type { Source } from './source.ts';

/** Every agent stemma reads. To add one: its folder, and its line here. */
export const sources: readonly Source[] = [
  aider,
  causetrace,
  claudeCode,
  cline,
  codex,
  continueDev,
  copilot,
  droid,
  gemini,
  grok,
  grokCli,
  hooks,
  openCode,
  otlp,
  pi,
  qwen,
  run,
  sdk,
  sweAgent,
];
