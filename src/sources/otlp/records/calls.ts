import { name, object } from '../../../platform/parse-records.ts';
import { argumentsOf, count, errorOf, fromJson } from '../../agent/telemetry/fields.ts';
import { unflattened } from '../container/flattened.ts';
import { outputText } from './messages.ts';
import type { Telemetry } from '../../agent/telemetry/telemetry.ts';

/** The id the model gave a call, under any of its names. */
export function callIdOf({ attributes }: Telemetry): string | undefined {
  return idFields.map((field) => name(attributes[field])).find((value) => value !== undefined);
}

const idFields = [
  'gen_ai.tool.call.id',
  'gen_ai.tool.call_id',
  'ai.toolCall.id',
  'tool_call.id',
  'tool.id',
  'tool.call_id',
];

/** Key of a call: the same in the model's answer and in the span of the tool. Without an id it is its span. */
export function callKey(id: string | undefined, span: string | undefined): string {
  return id === undefined ? `span:${span ?? 'unknown'}` : `call:${id}`;
}

/** The tool that a call's span is about. */
export function toolOf({ attributes, name: span }: Telemetry): string {
  return (
    name(
      first(
        attributes,
        'gen_ai.tool.name',
        'tool.name',
        'ai.toolCall.name',
        'tool_call.function.name',
        'traceloop.entity.name',
      ),
    ) ??
    (span.replace(/^execute_tool /, '').slice(0, 200) || 'unknown')
  );
}

/** Its arguments; undefined when they were not recorded. */
export function inputOf({ attributes }: Telemetry): unknown {
  return argumentsOf(
    first(
      attributes,
      'gen_ai.tool.call.arguments',
      'ai.toolCall.args',
      'tool.parameters',
      'input.value',
      'traceloop.entity.input',
    ),
  );
}

/** Its result, or why there is none. */
export function outcomeOf(record: Telemetry): { readonly output: string; readonly exitCode: number | undefined } {
  const { attributes, failed } = record;
  const shown =
    first(attributes, 'gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'traceloop.entity.output') ??
    documents(record);
  return {
    output: outputText(shown) || (failed ? errorOf(record) : ''),
    exitCode: count(attributes['process.exit.code']) ?? count(object(object(fromJson(shown))['metadata'])['exit']),
  };
}

/** What a retriever found. */
function documents({ attributes }: Telemetry): unknown {
  const found = unflattened(attributes, 'retrieval.documents').map(
    (entry) => object(object(entry)['document'])['content'],
  );
  return found.length > 0 ? found.filter((content) => typeof content === 'string').join('\n\n') : undefined;
}

function first(attributes: Telemetry['attributes'], ...fields: readonly string[]): unknown {
  return fields.map((field) => attributes[field]).find((value) => value !== undefined && value !== '');
}
