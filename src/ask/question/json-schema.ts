import type { Field, Fields } from './field.ts';
import { snakeCase } from './names.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The fields as a JSON Schema object, in snake_case; unknown names are refused. */
export function inputSchema(fields: Fields): JsonSchema {
  const required = Object.keys(fields).filter((name) => fields[name]!.required);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        snakeCase(name),
        { ...fieldSchema(field), description: `${field.summary}.` },
      ]),
    ),
    ...(required.length > 0 && { required: required.map(snakeCase) }),
    additionalProperties: false,
  };
}

/** One value, as somebody far away may give it. */
export function fieldSchema(field: Field): JsonSchema {
  switch (field.type) {
    case 'text':
      return { type: 'string', ...(field.required && { minLength: 1 }), maxLength: field.max ?? 2_000 };
    case 'prose':
      return { type: 'string', ...(field.required && { minLength: 1 }), maxLength: field.remoteMax };
    case 'texts':
      return { type: 'array', maxItems: 50, items: { type: 'string', maxLength: field.max ?? 2_000 } };
    case 'integer': {
      const max = field.max ?? field.remoteMax ?? Number.MAX_SAFE_INTEGER;
      return {
        type: 'integer',
        minimum: field.min,
        maximum: max,
        ...(field.default !== undefined && { default: field.default }),
      };
    }
    case 'number':
      return { type: 'number', minimum: field.min, ...(field.max !== undefined && { maximum: field.max }) };
    case 'flag':
      return { type: 'boolean' };
    case 'time':
      return { type: 'string', maxLength: 40, examples: ['7d', '2026-01-31', '2026-01-31T09:30:00Z'] };
    case 'choice':
      return {
        type: 'string',
        enum: field.choices,
        ...(field.default !== undefined && { default: field.default }),
      };
    case 'choices':
      return { type: 'array', maxItems: field.choices.length, items: { type: 'string', enum: field.choices } };
    case 'json':
      return { type: 'object', maxProperties: 1_000, additionalProperties: true };
  }
}
