import { performance } from '../../ask/performance/question.ts';
import { lines, short, span, stepText } from '../text.ts';
import { questionTool } from '../tool.ts';

export const analyzePerformanceTool = questionTool(performance, {
  name: 'analyze_performance',
  title: 'Where did the time and the tokens go?',
  description:
    'Where the time and the tokens of a session went: by tool, by act (read, search, edit, check, shell, …), by model and by sub-agent; the slowest calls; how long it waited for the person and for the model against working; retries; ' +
    'and how it compares with earlier sessions in the same repository. Use it when the user asks why something took long or cost much, or to find what to speed up. Give a session, or nothing for the newest. ' +
    'Comes back: `time` of the session itself (its parts add up to `span_s`), `tokens`, `tools`, `acts`, `models`, `subagents` (lists with `total` and `truncated`), `slowest`, `waits`, `retries`, `trend`. ' +
    'Waiting for permission counts as the time of the tool: nobody writes it down. `untimed` calls have no known length; `not_recorded` names what the agent never writes. A very long session takes some seconds.',
  text: ({ session, time, tokens: used, tools, models, subagents, slowest, waits, retries, trend, untimed }) =>
    lines(
      `${session.uid}: ${span(time.span_s * 1000)}: ${span(time.tools_s * 1000)} in tools, ${span(time.model_s * 1000)} waiting for the model, ${span(time.person_s * 1000)} for the person`,
      `Tokens: ${used.input} in, ${used.output} out, ${used.cache} through the cache`,
      tools.items
        .slice(0, 8)
        .map(
          ({ tool, calls, failed, took_s, tokens: cost }) =>
            `- ${short(tool, 60)}: ${calls} calls, ${failed} failed, ${span(took_s * 1000)}, ${cost.output} tokens out`,
        ),
      models.items
        .slice(0, 4)
        .map(
          ({ model, waited_s, tokens: cost }) =>
            `- model ${model ?? 'unknown'}: waited ${span(waited_s * 1000)}, ${cost.output} tokens out`,
        ),
      subagents.total > 0 &&
        `Sub-agents: ${subagents.total}; ${subagents.items
          .slice(0, 5)
          .map(({ uid, title, time: { span_s } }) => `${uid} ${short(title ?? '', 60)} ${span(span_s * 1000)}`)
          .join('; ')}`,
      slowest.length > 0 && 'Slowest calls:',
      slowest.slice(0, 5).map((step) => `- ${span(step.took_ms)} ${stepText(step, 100)}`),
      waits.length > 0 &&
        `Longest waits: ${waits
          .slice(0, 3)
          .map(({ for: whom, waited_ms, until }) => `${span(waited_ms)} for the ${whom}, until ${until.id}`)
          .join('; ')}`,
      retries.calls > 0 && `Retries: ${retries.calls}, ${span(retries.took_s * 1000)}`,
      trend &&
        `Median of ${trend.sessions} earlier sessions here: ${span(trend.median.wall_clock_s * 1000)} (now ${span(trend.now.wall_clock_s * 1000)}), ${trend.median.output_tokens} tokens out (now ${trend.now.output_tokens}), ${trend.median.errors_per_100_steps} failures in 100 steps (now ${trend.now.errors_per_100_steps})`,
      untimed > 0 && `Of ${untimed} calls nobody wrote down how long they took.`,
    ),
});
