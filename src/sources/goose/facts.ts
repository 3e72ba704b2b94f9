import { name, number, object } from '../../platform/parse-records.ts';
import type { JsonObject } from '../../platform/parse-records.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { usageText } from '../reader/usage-text.ts';
import type { GooseContext } from './memory.ts';
import { tokensOf } from './usage.ts';

/** What is known of a session: its row, or the first line of its file. */
export function facts(context: GooseContext, row: JsonObject): void {
  const { memory } = context;
  const title = name(row['name']) ?? name(row['description']);
  const isChosen = row['user_set_name'] === 1 || row['user_set_name'] === true;
  context.patchChanged({
    title: title === undefined || isPlaceholder(title) ? undefined : title,
    cwd: name(row['working_dir']),
    model: memory.model ?? modelIn(row['model_config_json']),
  });
  if (isChosen && title !== undefined) context.patch({ customTitle: title });
  if (!memory.hasUsage) sums(context, row);
}

/** Before each message had its usage, only the session did. */
function sums(context: GooseContext, row: JsonObject): void {
  const sum = (field: string) => number(row[`accumulated_${field}`]);
  const tokens = tokensOf({
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cache_read_tokens: sum('cache_read_tokens'),
    cache_write_tokens: sum('cache_write_tokens'),
  });
  if (!tokens) return;
  context.emit(
    'usage',
    { is: 'lifecycle', type: 'usage', text: usageText(tokens) },
    { native: 'usage', role: 'system', tokens, usd: sum('cost'), model: context.memory.model, fuller: true },
  );
}

function isPlaceholder(title: string): boolean {
  return /^(?:New session|New Chat|CLI Session|Session \d+|Delegated task)$/i.test(title);
}

function modelIn(json: unknown): string | undefined {
  try {
    return typeof json === 'string' ? name(object(parseJson(json))['model_name']) : undefined;
  } catch {
    return undefined;
  }
}
