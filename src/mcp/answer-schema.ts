import schemas from '../ask/answer-schemas.json' with { type: 'json' };
import type { JsonSchema } from '../ask/question/json-schema.ts';

/**
 * The schema of an answer, as deep as a reader relies on it. Deeper objects are left open: clients load the schemas of
 * all tools at once, and some send them to the model.
 */
export function answerSchema(type: string, depth = 2): JsonSchema {
  const schema = inlined({ $ref: `#/components/schemas/${type}` }, depth) as JsonSchema;
  // Clients accept objects only; an answer that is one of several objects has `anyOf`.
  return schema['type'] === 'object' ? schema : { type: 'object', ...schema };
}

function inlined(schema: unknown, depth: number): unknown {
  if (Array.isArray(schema)) return schema.map((each) => inlined(each, depth));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, description: _, ...rest } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') {
    const target = (schemas as Record<string, JsonSchema>)[$ref.split('/').at(-1)!];
    if (target === undefined) throw new Error(`There is no schema ${$ref}: run \`npm run docs\`.`);
    return depth === 0 && target['type'] === 'object' ? { type: 'object' } : inlined(target, depth - 1);
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlined(value, depth)]));
}
