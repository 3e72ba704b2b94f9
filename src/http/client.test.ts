import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { answerSchemas } from '../../tools/schemas/answer-schemas.mjs';
import { clientTypes } from '../../tools/schemas/client.mjs';
import { problemsIn } from '../../tools/schemas/validate.mjs';
import { delegation, failedTest, subagent } from '../testing/stories.ts';
import { idOf, uidOf } from '../testing/write-stories.ts';
import { tryServer } from '../testing/try-server.ts';
import { openapi } from './openapi.ts';
import { pathNames, type Route } from './route.ts';
import { routes } from './routes.ts';

const document = openapi(routes, '0.0.0') as { readonly components: { readonly schemas: object } };
const isNamed = ({ output }: Route) => /^[A-Z]\w+$/.test(output) && output !== 'JSON';
const answering = routes.filter((route) => route.method === 'GET' && route.answers !== 'own' && isNamed(route));

test('a client generated from /openapi.json compiles against every route', async () => {
  // Below the repository, so that the compiler finds what it imports.
  const folder = mkdtempSync(resolve('tools/schemas/client-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'paths.ts'), await clientTypes(document));
  writeFileSync(
    join(folder, 'calls.ts'),
    [
      `import createClient from 'openapi-fetch';`,
      `import type { components, paths } from './paths.ts';`,
      `export const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4747' });`,
      `type Schemas = components['schemas'];`,
      ...answering.map(callOf),
      // So that the test can fail.
      `// @ts-expect-error There is no such route.`,
      `client.GET('/api/nothing', {});`,
    ].join('\n'),
  );
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.json',
      compilerOptions: { noEmit: true, lib: ['esnext', 'dom'] },
      include: ['.'],
      exclude: [],
    }),
  );
  expect(spawnSync('tsc', ['-p', folder], { encoding: 'utf8' }).stdout).toBe('');
}, 120_000);

test('every answer is what its schema says', async () => {
  const { get } = await tryServer([failedTest, delegation, subagent]);
  const { errors } = (await get('/api/errors')).json as { errors: readonly { readonly chain: string }[] };
  const values: Readonly<Record<string, string>> = {
    session: uidOf(failedTest),
    a: uidOf(failedTest),
    b: uidOf(delegation),
    event: idOf(failedTest, 'run'),
    name: idOf(failedTest, 'run'),
    chain: errors[0]!.chain,
    text: 'test',
    about: 'boom',
    need: 'run the tests',
    to: 'codex',
    path: 'src/cart.ts',
  };
  for (const route of answering.filter(({ path }) => path !== '/api/skills/:name')) {
    const address = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name]!));
    const query = requiredOf(route).map((name) => `${name}=${encodeURIComponent(values[name]!)}`);
    const { json, status } = await get(`${address}?${query.join('&')}`);
    expect([route.path, status, problemsIn(document, route.output, json)]).toEqual([route.path, 200, []]);
  }
});

test('the schemas of answers are those of today’s types', () => {
  const names = [...new Set(routes.filter(isNamed).map(({ output }) => output))];
  const kept = JSON.parse(readFileSync('src/ask/answer-schemas.json', 'utf8'));
  expect(kept, 'run `npm run docs`').toEqual(answerSchemas(names));
}, 120_000);

function requiredOf({ path, input }: Route): readonly string[] {
  return Object.keys(input).filter((name) => input[name]!.required && !pathNames(path).includes(name));
}

function callOf(route: Route): string {
  const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
  const inPath = pathNames(route.path).map((name) => `${name}: 'x'`);
  const query = requiredOf(route).map((name) => `${name}: 'x'`);
  const params = [
    ...(inPath.length > 0 ? [`path: { ${inPath.join(', ')} }`] : []),
    ...(query.length > 0 ? [`query: { ${query.join(', ')} }`] : []),
  ];
  return `export const get${path.replaceAll(/\W+/g, '_')}: Promise<Schemas['${route.output}'] | undefined> = client.GET('${path}', ${params.length === 0 ? '{}' : `{ params: { ${params.join(', ')} } }`}).then(({ data }) => data);`;
}
