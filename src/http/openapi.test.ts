import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { failedTest } from '../testing/stories.ts';
import { tryServer } from '../testing/try-server.ts';
import { methodsOf } from './request/match.ts';
import { renderRoutes } from './reference.ts';
import { routes } from './routes.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: { readonly type: string };
  }[];
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
}

test('/openapi.json describes every route, its parameters and its answer, and is OpenAPI 3.1', async () => {
  const { get } = await tryServer([failedTest]);
  const { json } = await get('/openapi.json');
  expect(json).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'stemma', version: '0.0.0' },
    components: { schemas: { Error: {} }, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  });
  const described = Object.entries(json.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
  const inTable = routes.flatMap((route) =>
    methodsOf(route)
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method.toLowerCase()} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`),
  );
  expect(described.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(inTable.toSorted());
  expect(new Set(described.map(({ operation }) => operation.operationId)).size).toBe(described.length);
  for (const { path, operation } of described) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath);
    expect(new Set(operation.parameters.map(({ name }) => name)).size).toBe(operation.parameters.length);
    for (const parameter of operation.parameters) {
      expect(parameter.description).toMatch(/\w/);
      expect(['string', 'integer', 'number', 'array']).toContain(parameter.schema.type);
      if (parameter.in === 'path') expect(parameter.required).toBe(true);
    }
    expect(operation.summary).toMatch(/\w/);
    expect(operation.responses['200']?.description).toMatch(/\w/);
    expect(operation.responses['4XX']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
    });
  }
  for (const [, ref] of JSON.stringify(json).matchAll(/"\$ref":"#\/([^"]+)"/g))
    expect(ref!.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], json)).toBeTypeOf(
      'object',
    );
});

test('docs/http.md lists what the table says', () => {
  expect(readFileSync('docs/http.md', 'utf8'), 'run `npm run docs`').toContain(renderRoutes(routes));
});

test('types of answers are those that `stemma/types` has', () => {
  const types = readFileSync('src/types.ts', 'utf8');
  const missing = routes
    .map(({ output }) => output)
    .filter((output) => /^[A-Z]\w+$/.test(output) && !new RegExp(`\\b${output}\\b`).test(types));
  expect(missing).toEqual([]);
});
