import { agent, repo, since } from '../../ask/question/fields.ts';
import { defineCommand } from '../line/command.ts';

export const forwardCommand = defineCommand({
  details:
    'Sends sessions as OpenTelemetry traces, redacted, over HTTP as protobuf: a session and its sub-agents are one trace, ' +
    'with a span for each turn, answer of the model and call, tokens, failures, and causes as span links. Without SESSION ' +
    'all that are in the archive; those that are running wait for the next time. What was sent before is not sent again, ' +
    'and after an interruption the same command goes on. `/v1/traces` is added to URL unless it ends so. Headers are also ' +
    'taken from OTEL_EXPORTER_OTLP_HEADERS. For files: `stemma export --format otlp`. See docs/otlp.md.',
  positionals: [{ name: 'session', summary: 'Session id, or the beginning of one', optional: true, many: true }],
  flags: {
    otlp: { type: 'text', max: 2_000, placeholder: 'URL', summary: 'Where to: an OTLP receiver, over HTTP' },
    header: { type: 'texts', max: 50, placeholder: 'NAME=VALUE', summary: 'Send this header too; may be repeated' },
    since,
    agent,
    repo,
    'without-content': {
      type: 'flag',
      summary: 'Only names, times, tokens and failures: nothing that was said or done',
    },
    again: { type: 'flag', summary: 'Send it also if it was sent before' },
    'dry-run': { type: 'flag', summary: 'Only show how much would be sent' },
  },
  examples: [
    { line: 'stemma forward --otlp http://localhost:6006 --since 7d', says: 'the last week, to Phoenix' },
    { line: 'stemma forward --otlp http://localhost:4318 claude:3f2a', says: 'one session, to Jaeger or a collector' },
    { line: 'stemma forward --otlp http://localhost:4318 --dry-run', says: 'how much that would be' },
  ],
  async run(run, { args, flags }) {
    return (await import('../runs/forward-run.ts')).forwardRun(run, args, flags);
  },
});
