import { methodsOf } from './match.ts';
import type { Param, Params, Route } from './route.ts';

/** The table as OpenAPI 3.1. What answers hold is named and not spelled out: their types are in `stemma/types`. */
export function openapi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    for (const method of methodsOf(route))
      if (method !== 'HEAD') (paths[path] ??= {})[method.toLowerCase()] = operation(route, method);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'stemma',
      version,
      description:
        "What `stemma serve` answers. Objects are those of the library, and `x-stemma-type` names their type in the package's `stemma/types`; their fields are described there and not here.",
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The text after `#t=` in the address that `stemma serve` prints. On the loopback interface reading needs none.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'object',
              required: ['code', 'message', 'hint'],
              properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                hint: { type: 'string', description: 'What to do now.' },
              },
            },
          },
        },
      },
    },
  };
}

function operation(route: Route, method: string): object {
  const { path, query, body, summary, gives, needsToken } = route;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    parameters: [
      ...names.map((name) => ({
        name,
        in: 'path',
        required: true,
        description: pathNames[name] ?? name,
        schema: { type: 'string' },
      })),
      ...Object.entries(query).map(([name, param]) => ({
        name,
        in: 'query',
        required: param.required === true,
        description: param.summary,
        schema: schemaOf(param),
        ...(param.type === 'choices' && { style: 'form', explode: false }),
      })),
    ],
    ...(Object.keys(body).length > 0 && {
      requestBody: { required: false, content: { 'application/json': { schema: bodySchema(body) } } },
    }),
    security: needsToken ? [{ token: [] }] : [{}, { token: [] }],
    responses: {
      200: { description: gives, content: contentOf(route) },
      ...(route.answers === 'json' && {
        304: { description: 'Nothing has changed since the answer that `If-None-Match` names.' },
      }),
      default: {
        description: 'What went wrong, and what to do.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function contentOf({ answers, gives }: Route): object {
  if (gives === 'text/event-stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (answers === 'itself') return { '*/*': { schema: {} } };
  return {
    'application/json': {
      schema: { type: 'object', description: `\`${gives}\` of \`stemma/types\``, 'x-stemma-type': gives },
    },
  };
}

function bodySchema(body: Params): object {
  const required = Object.entries(body).flatMap(([name, param]) => (param.required ? [name] : []));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      Object.entries(body).map(([name, param]) => [name, { ...schemaOf(param), description: param.summary }]),
    ),
  };
}

function schemaOf(param: Param): object {
  switch (param.type) {
    case 'text':
      return { type: 'string', maxLength: param.most ?? 2_000 };
    case 'texts':
      return { type: 'array', items: { type: 'string', maxLength: param.most ?? 2_000 } };
    case 'number':
      return {
        type: 'integer',
        minimum: param.least,
        ...(param.most < Number.MAX_SAFE_INTEGER && { maximum: param.most }),
        ...(param.usual !== undefined && { default: param.usual }),
      };
    case 'decimal':
      return { type: 'number', minimum: param.least, maximum: param.most };
    case 'flag':
      return { type: 'string', enum: ['1', '0', 'true', 'false'] };
    case 'time':
      return { type: 'string', examples: ['7d', '2026-01-31', '2026-01-31T09:30:00Z'] };
    case 'choice':
      return { type: 'string', enum: param.choices };
    case 'choices':
      return { type: 'array', items: { type: 'string', enum: param.choices } };
  }
}

/** What stands in paths. */
export const pathNames: Readonly<Record<string, string>> = {
  uid: "A session: its uid, the agent's own id, or the beginning of either; `latest` for the newest. Percent-encoded: it may hold `:` and `/`",
  id: "An event or a chain: its id, the agent's own id of a call, or the beginning of either",
  n: 'Which of the pictures of the event',
  name: 'A skill: its name, or a part of it that only one has',
};
