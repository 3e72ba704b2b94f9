import { spoolWriter } from '../agent/spool-writer.ts';

/**
 * OpenCode's plugin: calls as they start and end, calls that fail, retried requests, errors, permissions. It changes
 * nothing it is shown.
 */
export function opencodePlugin(spool: string): string {
  return `// Written by \`stemma install opencode\`; \`stemma uninstall opencode\` takes it away. Only looks: every value goes on as it came.
${spoolWriter('opencode', spool)}
const safely = (look) => async (...args) => {
  try {
    look(...args);
  } catch {}
};

// One server may work in several folders, each with a plugin of its own.
export const Stemma = async ({ directory } = {}) => {
  const tell = (event, payload) => put(event, { ...payload, cwd: directory });

  const seen = {
    'message.part.updated': ({ part }) => {
      if (part?.type !== 'tool' || part.state?.status !== 'error') return;
      const { input, error, time } = part.state;
      const duration_ms = time?.end >= time?.start ? time.end - time.start : undefined;
      tell('tool.error', { session_id: part.sessionID, call_id: part.callID, tool: part.tool, input, error, duration_ms });
    },
    'session.status': ({ sessionID, status }) => {
      if (status?.type === 'retry') tell('session.status', { session_id: sessionID, attempt: status.attempt, error: status.message });
    },
    'session.error': ({ sessionID, error }) => {
      const text = [error?.name, error?.data?.message].filter(Boolean).join(': ');
      tell('session.error', { session_id: sessionID, error: text, status: error?.data?.statusCode });
    },
    'permission.asked': (asked) => {
      const { id, sessionID, tool, callID, permission, type, patterns, pattern, metadata } = asked;
      tell('permission.asked', {
        session_id: sessionID,
        permission_id: id,
        call_id: tool?.callID ?? callID,
        tool: permission ?? type,
        input: { patterns: patterns ?? pattern, metadata },
      });
    },
    'permission.replied': ({ sessionID, requestID, permissionID, reply, response }) => {
      tell('permission.replied', { session_id: sessionID, permission_id: requestID ?? permissionID, reply: reply ?? response });
    },
  };
  seen['permission.updated'] = seen['permission.asked'];

  return {
    event: safely(({ event }) => seen[event.type]?.(event.properties ?? {})),
    'tool.execute.before': safely(({ sessionID, callID, tool }, { args }) => {
      tell('tool.execute.before', { session_id: sessionID, call_id: callID, tool, input: args });
    }),
    'tool.execute.after': safely(({ sessionID, callID, tool, args }, { output, metadata }) => {
      const exit = metadata?.exit;
      tell('tool.execute.after', {
        session_id: sessionID,
        call_id: callID,
        tool,
        input: args,
        output: typeof output === 'string' ? output : undefined,
        exit_code: typeof exit === 'number' ? exit : undefined,
      });
    }),
  };
};
`;
}
