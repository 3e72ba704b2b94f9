/**
 * The answer an agent takes context from, as its hooks want it; undefined for agents that take none. Nothing in it
 * decides anything.
 */
export function answerOf(agent: string, event: string, context: string): string | undefined {
  switch (agent) {
    case 'claude-code':
    case 'codex':
    case 'droid':
    case 'gemini':
    case 'qwen':
    case 'grok':
      return JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext: context } });
    case 'copilot':
      return JSON.stringify({ additionalContext: context });
    default:
      return undefined;
  }
}
