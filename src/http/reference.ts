import { describeField } from '../ask/question/describe-field.ts';
import { snakeCase } from '../ask/question/names.ts';
import { pathNames, type Route } from './route.ts';

/** The routes as Markdown: the generated part of docs/http.md. */
export function renderRoutes(routes: readonly Route[]): string {
  const rows = routes.map(
    ({ method, path, summary, output, needsToken }) =>
      `| \`${method === 'ANY' ? 'GET POST DELETE' : method} ${path}\`${needsToken ? ' (token)' : ''} | ${summary} | ${
        /^[A-Z]\w+$/.test(output) ? `\`${output}\`` : output
      } |`,
  );
  return [
    'Names in a path are percent-encoded: a session may hold `:` and `/`. `latest` is the newest session.',
    '',
    '| address | what it answers | type |',
    '|---|---|---|',
    ...rows,
    '',
    '## Parameters',
    ...routes.flatMap(parametersOf),
    '',
  ].join('\n');
}

function parametersOf({ path, input }: Route): readonly string[] {
  const fields = Object.entries(input);
  if (fields.length === 0) return [];
  const inPath = pathNames(path);
  return [
    `\n### \`${path}\`\n`,
    ...fields.map(
      ([name, field]) =>
        `- \`${inPath.includes(name) ? ':' : ''}${snakeCase(name)}\`: ${field.summary}. ${describeField(field)}`,
    ),
  ];
}
