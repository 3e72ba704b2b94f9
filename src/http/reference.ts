import { pathNames } from './openapi.ts';
import type { Param, Route } from './route.ts';

/** The table as Markdown: the part of docs/http.md that is made from the program. */
export function renderRoutes(routes: readonly Route[]): string {
  const names = Object.entries(pathNames).map(([name, says]) => `- \`:${name}\`: ${says}.`);
  const rows = routes.map(
    ({ method, path, summary, gives, needsToken }) =>
      `| \`${method === 'ANY' ? 'GET POST DELETE' : method} ${path}\`${needsToken ? ' (token)' : ''} | ${summary} | ${/^[A-Z]\w+$/.test(gives) ? `\`${gives}\`` : gives} |`,
  );
  const parameters = routes.flatMap((route) =>
    Object.keys({ ...route.query, ...route.body }).length === 0
      ? []
      : [
          `\n### \`${route.path}\`\n`,
          ...Object.entries({ ...route.query, ...route.body }).map(
            ([name, param]) => `- \`${name}\`: ${param.summary}. ${takes(param)}`,
          ),
        ],
  );
  return [
    'What stands in paths:',
    '',
    ...names,
    '',
    '| address | what it answers | type |',
    '|---|---|---|',
    ...rows,
    '',
    '## Parameters',
    ...parameters,
    '',
  ].join('\n');
}

function takes(param: Param): string {
  const needed = param.required ? ' Needed.' : '';
  switch (param.type) {
    case 'text':
      return `Text, at most ${(param.most ?? 2_000).toLocaleString('en')} characters.${needed}`;
    case 'texts':
      return `Text; may be given several times.${needed}`;
    case 'number':
      return `${param.least}${param.most === Number.MAX_SAFE_INTEGER ? ' or more' : ` to ${param.most.toLocaleString('en')}`}${param.usual === undefined ? '' : `; ${param.usual.toLocaleString('en')} when absent`}.${needed}`;
    case 'decimal':
      return `${param.least} to ${param.most}.${needed}`;
    case 'flag':
      return `\`1\` or \`0\`.${needed}`;
    case 'time':
      return `\`2026-01-31\`, \`2026-01-31T09:30:00Z\`, \`12h\`, \`7d\`.${needed}`;
    case 'choice':
      return `One of ${param.choices.map((each) => `\`${each}\``).join(', ')}.${needed}`;
    case 'choices':
      return `Any of ${param.choices.map((each) => `\`${each}\``).join(', ')}, with commas between.${needed}`;
  }
}
