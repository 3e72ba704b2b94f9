import { fieldSchema, inputSchema, type JsonSchema } from '../ask/question/json-schema.ts';
import { snakeCase } from '../ask/question/names.ts';
import schemas from '../ask/answer-schemas.json' with { type: 'json' };
import { methodsOf } from './request/match.ts';
import { pathNames, type Route } from './route.ts';

/** The routes as OpenAPI 3.1, with their answers. */
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
      description: 'What `stemma serve` answers: the objects of the library, whose types are in `stemma/types`.',
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
      schemas: { ...schemas, Error: errorSchema },
    },
  };
}

const errorSchema: JsonSchema = {
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
};

const problem = {
  description: 'What went wrong, and what to do.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function operation(route: Route, method: string): object {
  const { path, input, summary, output, needsToken } = route;
  const inPath = pathNames(path);
  const others = Object.entries(input).filter(([name]) => !inPath.includes(name));
  return {
    operationId: `${method.toLowerCase()}${path.replaceAll(/[^a-z]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary,
    parameters: [
      ...inPath.map((name) => ({
        name,
        in: 'path',
        required: true,
        description: input[name]?.summary ?? name,
        schema: input[name] === undefined ? { type: 'string' } : fieldSchema(input[name]),
      })),
      ...(method === 'POST' ? [] : others.map(([name, field]) => queryParameter(name, field))),
    ],
    ...(method === 'POST' &&
      others.length > 0 && {
        requestBody: {
          required: false,
          content: { 'application/json': { schema: inputSchema(Object.fromEntries(others)) } },
        },
      }),
    security: needsToken ? [{ token: [] }] : [{}, { token: [] }],
    responses: {
      200: { description: output, content: contentOf(route) },
      ...(route.answers === 'json' && {
        304: { description: 'Nothing has changed since the answer that `If-None-Match` names.' },
      }),
      // By range and not by `default`, which generated clients take for a second kind of success.
      '4XX': problem,
      '5XX': problem,
    },
  };
}

function queryParameter(name: string, field: Route['input'][string]): object {
  return {
    name: snakeCase(name),
    in: 'query',
    required: field.required === true,
    description: field.summary,
    // A flag is `1` or `0` in an address.
    schema: field.type === 'flag' ? { type: 'string', enum: ['1', '0', 'true', 'false'] } : fieldSchema(field),
    ...(field.type === 'choices' && { style: 'form', explode: false }),
  };
}

function contentOf({ answers, output }: Route): object {
  if (output === 'text/event-stream') return { 'text/event-stream': { schema: { type: 'string' } } };
  if (answers === 'own') return { '*/*': { schema: {} } };
  const isNamed = Object.hasOwn(schemas, output);
  return {
    'application/json': { schema: isNamed ? { $ref: `#/components/schemas/${output}` } : { type: 'object' } },
  };
}
