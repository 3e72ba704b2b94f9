import { claudeCode } from './agents/claude-code.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import { gemini, qwen } from './agents/gemini.ts';
import { grok } from './agents/grok.ts';
import { opencode } from './agents/opencode.ts';
import type { Telemetry } from './records/telemetry.ts';
import type { AgentTelemetry } from './agent-telemetry.ts';

/** Agents whose telemetry is told beside their transcripts. */
export const agents: readonly AgentTelemetry[] = [claudeCode, codex, copilot, gemini, grok, opencode, qwen];

export function agentOf(record: Telemetry): AgentTelemetry | undefined {
  return agents.find((agent) => agent.owns(record));
}

export function agentNamed(agent: string | undefined): AgentTelemetry | undefined {
  return agents.find((one) => one.agent === agent);
}
