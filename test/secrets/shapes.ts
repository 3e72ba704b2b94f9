/** A place in which a secret comes along; `label` is what its variable is called. */
export interface Shape {
  readonly name: string;
  /** Whether a name stands beside the secret that says what it is. */
  readonly isLabelled: boolean;
  readonly write: (secret: string, label: string) => string;
}

const camel = (label: string) =>
  label.toLowerCase().replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (label: string) => label.toLowerCase().replaceAll('_', '-');
const env = (secret: string, label: string) => `NODE_ENV=production\n${label}=${secret}\nPORT=3000\n`;
const json = (secret: string, label: string) => JSON.stringify({ user: 'dev', [camel(label)]: secret, port: 3000 });

const labelled: Readonly<Record<string, Shape['write']>> = {
  'environment file': env,
  'environment dump': (secret, label) => `declare -x ${label}="${secret}"\ndeclare -x LANG="C.UTF-8"\n`,
  'environment in JSON': (secret, label) => JSON.stringify({ output: env(secret, label) }),
  'environment in JSON in JSON': (secret, label) =>
    JSON.stringify({ payload: JSON.stringify({ output: env(secret, label) }) }),
  'exported in a shell': (secret, label) => `export ${label}='${secret}' && npm run deploy`,
  'before a command': (secret, label) => `${label}=${secret} node server.js`,
  JSON: json,
  'JSON in JSON': (secret, label) => JSON.stringify({ content: json(secret, label) }),
  'JSON, three deep': (secret, label) => JSON.stringify({ content: JSON.stringify({ text: json(secret, label) }) }),
  'container settings': (secret, label) => JSON.stringify({ env: [{ name: label, value: secret }] }, null, 2),
  YAML: (secret, label) => `service:\n  host: db.internal\n  ${label.toLowerCase()}: ${secret}\n  port: 5432\n`,
  'YAML with quotes': (secret, label) => `env:\n  ${label}: "${secret}"\n  MODE: fast\n`,
  TOML: (secret, label) => `[service]\n${label.toLowerCase()} = "${secret}"\nport = 5432\n`,
  INI: (secret, label) => `[default]\nregion = eu-west-1\n${label.toLowerCase()} = ${secret}\n`,
  'properties file': (secret, label) => `service.${label.toLowerCase()}=${secret}\nservice.port=1\n`,
  header: (secret, label) => `GET / HTTP/1.1\r\nX-${kebab(label)}: ${secret}\r\nAccept: */*\r\n`,
  'curl header': (secret, label) => `curl -sS -H "X-${kebab(label)}: ${secret}" https://api.example/v1`,
  'flag of a command': (secret, label) => `deploy --env prod --${kebab(label)} ${secret} --now`,
  'flag with equals sign': (secret, label) => `deploy --${kebab(label)}=${secret} --now`,
  'query of an address': (secret, label) =>
    `GET https://api.example/v1/items?page=2&${label.toLowerCase()}=${encodeURIComponent(secret)}&sort=up`,
  TypeScript: (secret, label) => `const client = new Client({ ${camel(label)}: '${secret}', retries: 3 });`,
  Python: (secret, label) => `${label} = "${secret}"\nclient = connect(${label})\n`,
  'diff line': (secret, label) => `@@ -1,3 +1,3 @@\n-${label}=\n+${label}=${secret}\n PORT=3000\n`,
  'numbered line': (secret, label) => `    12→${label}=${secret}\n    13→PORT=3000\n`,
  'grep result': (secret, label) => `config/.env:12:${label}=${secret}`,
  XML: (secret, label) => `<settings><${camel(label)}>${secret}</${camel(label)}></settings>`,
  'table of a document': (secret, label) => `| name | value |\n|---|---|\n| ${label} | ${secret} |\n`,
  'terminal colours': (secret, label) => `\u001B[33m${label}\u001B[0m=\u001B[32m${secret}\u001B[0m\n`,
  'terminal colours in JSON': (secret, label) =>
    JSON.stringify({ output: `\u001B[1m${label}\u001B[22m: \u001B[32m${secret}\u001B[39m\n` }),
  'name on one line, value on the next': (secret, label) => `${label}:\n  ${secret}\n`,
  sentence: (secret, label) => `Use ${label} = ${secret} for now, I will rotate it.`,
};

const alone: Readonly<Record<string, Shape['write']>> = {
  alone: (secret) => secret,
  'in a sentence': (secret) => `I created the key ${secret} for you; is it right?`,
  'in quotes': (secret) => `the server printed "${secret}" and stopped`,
  'in JSON': (secret) => JSON.stringify({ stdout: `created\n${secret}\n` }),
  'in JSON in JSON': (secret) => JSON.stringify({ text: JSON.stringify({ stdout: `created\n${secret}\n` }) }),
  'in a list': (secret) => JSON.stringify(['--', secret, 'x']),
  'bearer header': (secret) => `Authorization: Bearer ${secret}`,
  piped: (secret) => `echo ${secret} | docker login --password-stdin`,
  'terminal colour': (secret) => `\u001B[1;32m${secret}\u001B[0m`,
  'escaped query': (secret) =>
    `https://a.example/login?next=https%3A%2F%2Fb.example%2F%3Fk%3D${encodeURIComponent(secret)}`,
  'Markdown code': (secret) => `Set it to \`${secret}\`.`,
  assembled: (secret) => `const client = connect(url, '${secret}');`,
};

export const shapes: readonly Shape[] = [
  ...Object.entries(labelled).map(([name, write]) => ({ name, isLabelled: true, write })),
  ...Object.entries(alone).map(([name, write]) => ({ name, isLabelled: false, write })),
];

/** What is longer than a line: a private key, as files, JSON, source code, diffs and terminals hold it. */
export const blockShapes: readonly Shape[] = [
  { name: 'file', isLabelled: true, write: (pem) => `${pem}\n` },
  { name: 'JSON', isLabelled: true, write: (pem) => JSON.stringify({ key: pem }) },
  { name: 'JSON in JSON', isLabelled: true, write: (pem) => JSON.stringify({ text: JSON.stringify({ key: pem }) }) },
  { name: 'environment', isLabelled: true, write: (pem) => `KEY="${pem.replaceAll('\n', '\\n')}"\nPORT=1\n` },
  { name: 'YAML block', isLabelled: true, write: (pem) => `key: |\n${indented(pem, '  ')}\nport: 1\n` },
  { name: 'diff', isLabelled: true, write: (pem) => indented(pem, '+') },
  {
    name: 'source code',
    isLabelled: true,
    write: (pem) =>
      `key = (\n${pem
        .split('\n')
        .map((line) => `  "${line}\\n"`)
        .join('\n')}\n)`,
  },
  {
    name: 'numbered lines',
    isLabelled: true,
    write: (pem) =>
      pem
        .split('\n')
        .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
        .join('\n'),
  },
  { name: 'carriage returns', isLabelled: true, write: (pem) => pem.replaceAll('\n', '\r\n') },
  { name: 'cut off', isLabelled: true, write: (pem) => pem.slice(0, -60) },
];

const indented = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n');
