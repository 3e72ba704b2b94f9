import type { JsonObject } from '../../platform/parse-records.ts';
import { text } from '../../platform/parse-records.ts';
import { claudeCode } from './agents/claude-code.ts';
import { cline } from './agents/cline.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import { droid } from './agents/droid.ts';
import { gemini } from './agents/gemini.ts';
import { grok } from './agents/grok.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { qwen } from './agents/qwen.ts';
import type { AgentHooks } from './told.ts';

/** Every agent whose hooks stemma understands. */
export const agents: readonly AgentHooks[] = [
  claudeCode,
  cline,
  codex,
  copilot,
  droid,
  gemini,
  grok,
  opencode,
  pi,
  qwen,
];

export function hooksOf(agent: string | undefined): AgentHooks | undefined {
  return agents.find((one) => one.agent === agent);
}

/**
 * Who really told it. A hook says whose settings it stands in, and other agents run Claude Code's too: Grok does, and
 * says
 * `hookEventName`; others show in the path of their transcript.
 */
export function tellerOf(agent: string, payload: JsonObject): string {
  if (agent !== claudeCode.agent) return agent;
  if (typeof payload['hookEventName'] === 'string') return grok.agent;
  const path = (text(payload['transcript_path']) ?? '').replaceAll('\\', '/');
  return homes.find(([folder]) => path.includes(folder))?.[1] ?? agent;
}

const homes: readonly (readonly [string, string])[] = [
  ['/.grok/', grok.agent],
  ['/.factory/', droid.agent],
  ['/.qwen/', qwen.agent],
  ['/.codex/', codex.agent],
  ['/.gemini/', gemini.agent],
];
