import { spoolWriter } from '../agent/spool-writer.ts';

/**
 * pi's extension: calls as they start and end, and requests to the model that failed. Its listeners return nothing,
 * so they change nothing.
 */
export function piExtension(spool: string): string {
  return `// @ts-nocheck
// Written by \`stemma install pi\`; \`stemma uninstall pi\` takes it away. Only looks: no listener returns anything.
${spoolWriter('pi', spool)}
export default function (pi) {
  const on = (name, tell) =>
    pi.on(name, (event, ctx) => {
      try {
        const payload = tell(event);
        if (payload) put(name, { session_id: ctx?.sessionManager?.getSessionId?.(), cwd: ctx?.cwd, ...payload });
      } catch {}
    });
  on('tool_execution_start', ({ toolCallId, toolName, args }) => ({ call_id: toolCallId, tool: toolName, input: args }));
  on('tool_execution_end', ({ toolCallId, toolName, result, isError, durationMs }) => ({
    call_id: toolCallId,
    tool: toolName,
    output: (result?.content ?? []).map((part) => part?.text ?? '').join(''),
    failed: Boolean(isError),
    duration_ms: durationMs,
  }));
  on('after_provider_response', ({ status }) => (status >= 400 ? { status } : undefined));
}
`;
}
