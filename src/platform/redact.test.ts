import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact, redactJson } from './redact.ts';

// Secrets are put together here, from parts, so that nothing in this file has the shape of one.
const upper = 'QWERTZUIOPASDFGHJKLYXCVBNM';
const mixed = (length: number) => cycle('a7Kq2Zr9Wm4Tb8Yc3Nd6Ve5Lf', length);
const hex = (length: number) => cycle('9f3ac07b52e81d64', length);
const capitals = (length: number) => cycle(`Q7${upper}5`, length);
const cycle = (letters: string, length: number) => letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
const join = (...parts: string[]) => parts.join('');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const pem = (name: string) =>
  [
    join('-----', 'BEGIN ', name, '-----'),
    mixed(64),
    mixed(64),
    `${mixed(30)}==`,
    join('-----', 'END ', name, '-----'),
  ].join('\n');

/** What is planted, and the part of it that must be gone afterwards. */
const secrets: Record<string, { text: string; gone: string }> = {};
const plant = (name: string, text: string, gone = text) => (secrets[name] = { text, gone });

plant('AWS access key', join('AK', 'IA', capitals(16)));
plant('AWS temporary access key', join('AS', 'IA', capitals(16)));
plant('AWS secret key in the environment', `AWS_SECRET_ACCESS_KEY=${mixed(40)}`, mixed(40));
plant('AWS secret key in a credentials file', `aws_secret_access_key = ${mixed(40)}`, mixed(40));
plant('AWS secret key with slashes', `"SecretAccessKey": "/${mixed(18)}/${mixed(20)}"`, mixed(18));
plant('AWS session token', `aws_session_token=${mixed(200)}`, mixed(200));
plant('AWS session token by its beginning', join('IQoJb3Jp', 'Z2lu', mixed(300)));
plant('GCP service account', `"private_key": ${JSON.stringify(pem('PRIVATE KEY'))}`, mixed(64));
plant('GCP API key', join('AI', 'za', mixed(35)));
plant('Google OAuth token', join('ya', '29.', mixed(60)));
plant('Google client secret', join('GOC', 'SPX-', mixed(28)));
plant(
  'Azure storage connection',
  `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${mixed(86)}==;EndpointSuffix=core.windows.net`,
  mixed(86),
);
plant('Azure shared access key', `SharedAccessKeyName=root;SharedAccessKey=${mixed(43)}=`, mixed(43));
plant('Azure SAS signature', `https://shop.blob.core.windows.net/c?sv=2024-01-01&sig=${mixed(43)}%3D`, mixed(43));
plant('AWS pre-signed link', `https://b.s3.amazonaws.com/k?X-Amz-Signature=${hex(64)}`, hex(64));
for (const letter of ['p', 'o', 's', 'u', 'r']) plant(`GitHub gh${letter} token`, join('gh', letter, '_', mixed(36)));
plant('GitHub fine-grained token', join('github', '_pat_', mixed(22), '_', mixed(59)));
plant('GitLab token', join('gl', 'pat-', mixed(20)));
for (const letter of ['b', 'p', 'a', 's'])
  plant(`Slack xox${letter} token`, join('xo', 'x', letter, '-123456789012-', mixed(24)));
plant('Slack webhook', join('https://hooks.', 'slack.com/services/T0AAAA/B0BBBB/', mixed(24)), mixed(24));
plant('Stripe secret key', join('sk', '_live_', mixed(24)));
plant('Stripe restricted key', join('rk', '_live_', mixed(24)));
plant('Stripe webhook secret', join('wh', 'sec_', mixed(32)));
plant('OpenAI key', join('s', 'k-', mixed(48)));
plant('OpenAI project key', join('s', 'k-proj-', mixed(40), '_', mixed(40), '-', mixed(20)));
plant('Anthropic key', join('s', 'k-ant-api03-', mixed(90), '-', mixed(4), 'AA'));
plant('npm token', join('np', 'm_', mixed(36)));
plant('npm token in .npmrc', `//registry.example/:_authToken=${mixed(36)}`, mixed(36));
plant('npm auth in .npmrc', `_auth=${base64(`dev:${mixed(12)}`)}`, base64(`dev:${mixed(12)}`));
plant('PyPI token', join('py', 'pi-AgEI', mixed(120)));
plant('Hugging Face token', join('h', 'f_', mixed(34)));
plant('Twilio key', join('S', 'K', hex(32)));
plant('Twilio auth token', `TWILIO_AUTH_TOKEN=${hex(32)}`, hex(32));
plant('SendGrid key', join('S', 'G.', mixed(22), '.', mixed(43)));
plant('Mailgun key', join('ke', 'y-', hex(32)));
plant('Telegram bot token', join('7234567890', ':A', 'A', mixed(33)));
plant('Discord bot token', join('MT', 'A5', mixed(20), '.', mixed(6), '.', mixed(30)));
plant('Discord bot token of a real id', join(base64('198622483471925248'), '.', mixed(6), '.', mixed(27)));
plant('Discord webhook', join('https://disc', 'ord.com/api/webhooks/123456789012345678/', mixed(60)), mixed(60));
plant('DigitalOcean token', join('dop', '_v1_', hex(64)));
plant('Shopify token', join('shp', 'at_', hex(32)));
plant('Square token', join('sq0', 'atp-', mixed(22)));
plant('Databricks token', join('da', 'pi', hex(32)));
plant('Doppler token', join('dp.', 'st.prd.', mixed(43)));
plant('Linear key', join('lin', '_api_', mixed(40)));
plant('Notion secret', join('sec', 'ret_', mixed(43)));
plant('Notion token', join('nt', 'n_', mixed(46)));
plant('Vault token', join('hv', 's.', mixed(90)));
plant('Sentry DSN', join('https://', hex(32), '@o123.ingest.sentry.io/456'), hex(32));
plant('Datadog key', `DD_API_KEY=${hex(32)}`, hex(32));
plant('Datadog header', `DD-APPLICATION-KEY: x\nDD-API-KEY: ${hex(32)}`, hex(32));
plant('New Relic user key', join('NR', 'AK-', capitals(27)));
plant('New Relic licence', join(hex(36), 'NR', 'AL'));
plant('JWT', join('ey', 'J', mixed(30), '.ey', 'J', mixed(60), '.', mixed(43)));
plant('Supabase service key', join('sb_', 'secret_', mixed(31)));
plant('bearer header', `Authorization: Bearer ${mixed(24)}`, mixed(24));
plant('short bearer header', 'authorization: Bearer t0psecret', 't0psecret');
plant('basic header', `Authorization: Basic ${base64('dev:correct horse')}`, base64('dev:correct horse'));
plant('session cookie', `Cookie: theme=dark; session=${mixed(32)}`, mixed(32));
plant('set cookie', `Set-Cookie: sid=${mixed(32)}; Path=/; HttpOnly`, mixed(32));
plant('session id in a query', `PHPSESSID=${hex(26)}`, hex(26));
plant('session id that begins with a time', `PHPSESSID=1794769257273_${mixed(24)}`, mixed(24));
plant('RSA key', pem('RSA PRIVATE KEY'), mixed(64));
plant('EC key', pem('EC PRIVATE KEY'), mixed(64));
plant('OpenSSH key', pem('OPENSSH PRIVATE KEY'), mixed(64));
plant('PGP key', pem('PGP PRIVATE KEY BLOCK'), mixed(64));
plant('PEM key that was cut off', pem('RSA PRIVATE KEY').slice(0, 120), mixed(64));
plant('PostgreSQL URL', 'postgres://shop:s3cr3t-pw@db.internal:5432/shop', 's3cr3t-pw');
plant('Redis URL without user', 'redis://:s3cr3t-pw@cache:6379/0', 's3cr3t-pw');
plant('MongoDB URL', 'mongodb+srv://shop:s3cr3t-pw@cluster0.example.net/shop', 's3cr3t-pw');
plant('AMQP URL', 'amqp://shop:s3cr3t-pw@mq//vhost', 's3cr3t-pw');
plant('URL with basic authentication', 'https://dev:s3cr3t-pw@git.example/shop.git', 's3cr3t-pw');
plant('password in an environment file', 'DB_PASSWORD=hunter2', 'hunter2');
plant('password of letters in an environment file', 'export PGPASSWORD=swordfish', 'swordfish');
plant('password in JSON', '{"user": "dev", "password": "hunter2"}', 'hunter2');
plant('password in YAML', 'user: dev\npassword: hunter2\n', 'hunter2');
plant('password of letters in YAML', 'database:\n  user: dev\n  password: swordfish\n  port: 5432\n', 'swordfish');
plant('passwd with a colon', 'passwd: Tr0ub4dor&3', 'Tr0ub4dor');
plant('passphrase with words', 'passphrase="correct-horse-battery-staple"', 'correct-horse');
plant('password in source code', "connect({ host: 'db', password: 'swordfish' })", 'swordfish');
plant('password in XML', '<password>hunter2</password>', 'hunter2');
plant('client secret', `client_secret=${mixed(32)}`, mixed(32));
plant('camel-case API key', `apiKey: '${mixed(32)}'`, mixed(32));
plant('API key header', `X-Api-Key: ${mixed(32)}`, mixed(32));
plant('access token in a query', `https://api.example/v1?access_token=${mixed(32)}&page=2`, mixed(32));
plant('secret key base', `SECRET_KEY_BASE=${hex(128)}`, hex(128));
plant('password flag', 'deploy --user dev --password hunter2 --now', 'hunter2');
plant('password among arguments', '["deploy", "--password", "hunter2"]', 'hunter2');
plant('token flag with equals sign', `deploy --token=${mixed(24)}`, mixed(24));
plant('mysql -p', "mysql -u root -p'hunter2' shop", 'hunter2');
plant('mysqldump -p', 'mysqldump -uroot -phunter2 shop', 'hunter2');
plant('sshpass -p', 'sshpass -p hunter2 ssh dev@host', 'hunter2');
plant('curl -u', 'curl -s -u dev:hunter2 https://api.example', 'hunter2');
plant('.netrc', 'machine api.example login dev password hunter2', 'hunter2');
plant('.pgpass', 'db.internal:5432:shop:dev:hunter2', 'hunter2');
plant('Docker auth', `{"auths": {"docker.example": {"auth": "${base64('dev:hunter2')}"}}}`, base64('dev:hunter2'));
plant('kubeconfig key', `client-key-data: ${base64(mixed(200))}`, base64(mixed(200)).slice(0, 100));
plant('AWS secret key as aws configure shows it', `AWS Secret Access Key [None]: ${mixed(40)}`, mixed(40));
plant('other authorization scheme', `Authorization: token ${mixed(20)}`, mixed(20));
plant('password of letters in a settings file', 'passwd=swordfish', 'swordfish');
plant('password with spaces in an environment file', 'DB_PASSWORD="correct horse battery"', 'horse');
plant('password with spaces after a flag', 'deploy --password "correct horse battery" --now', 'horse');
plant('token in an npm setting', `npm config set //registry.example/:_authToken ${mixed(30)}`, mixed(30));
plant('key in an aws setting', `aws configure set --profile dev aws_secret_access_key ${mixed(40)}`, mixed(40));
plant('shortened label', 'SMTP_PASS=hunter22', 'hunter22');
plant('password in a sentence', 'the password is hunter2 today', 'hunter2');
plant(
  'Kubernetes secret, before its kind',
  `apiVersion: v1\ndata:\n  user: ${base64('swordfish')}\nkind: Secret\nmetadata:\n  name: x\n`,
  base64('swordfish'),
);
plant('Kubernetes secret in a manifest', 'kind: Secret\nstringData:\n  user: swordfish7\n', 'swordfish7');
plant('value in a table', `| API_KEY | ${mixed(24)} |`, mixed(24));
plant('value on the next line', `API_KEY:\n  ${mixed(24)}\n`, mixed(24));
plant('value in colours', `\u001B[1mAPI_KEY\u001B[0m=\u001B[32m${mixed(24)}\u001B[0m`, mixed(24));
plant('key behind a colour', join('\u001B[32mgh', 'p_', mixed(36), '\u001B[0m'), mixed(36));
plant('key in an escaped query', join('next=%2Flogin%3Fk%3Dgh', 'p_', mixed(36)), mixed(36));
plant('password in base64', `password: ${base64('swordfish')}`, base64('swordfish'));
plant('secret that calls itself one', 'JWT_SECRET=mysecretkey', 'mysecretkey');
plant('key with its numbers together', 'api_key: abcdef1234567890', 'abcdef1234567890');
plant('credentials', `credentials: ${mixed(30)}`, mixed(30));
plant('cut JWT', join('ey', 'J', mixed(30), '.ey', 'J', mixed(60)));
plant('age key', join('AGE-SECRET', '-KEY-1', capitals(58)));
plant('labelled Ethereum key', `PRIVATE_KEY=0x${hex(64)}`, hex(64));
plant('labelled Ethereum key in a list', `Private Key: 0x${hex(64)}`, hex(64));
plant('container environment', `- name: DB_PASSWORD\n  value: hunter2`, 'hunter2');

const innocents = {
  'commit hash': 'commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'sha-256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  file.tgz',
  uuid: 'session 6ba7b810-9dad-11d1-80b4-00c04fd430c8 resumed',
  'session of an agent':
    '{"sessionId":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","sessionID":"ses_4f1c2a9b7ffeKq2Zr9Wm4Tb8","parent_session_id":"019a2b3c-9dad-71d1-80b4-00c04fd430c8"}',
  'session of an agent, named after the time':
    '{"sessionId":"1794769257273_402ja","root_session_id":"1794769257-x26ttjg"}',
  'request of an agent':
    '{"requestId":"req_011CSabc123DEF456ghi789","promptId":"6ba7b810-9dad-41d1-80b4-00c04fd430c8","toolUseID":"toolu_01A09q90qw90lq917835lq9"}',
  'image in base64': `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB${mixed(200)}==`,
  integrity: `"integrity": "sha512-${mixed(86)}=="`,
  'Go checksum': `golang.org/x/net v0.1.0 h1:${mixed(43)}=`,
  'tool ids': 'toolu_01A09q90qw90lq917835lq9 call_abc123DEF456ghi789JKL012 msg_01XFDUDYJgAACzvnptvVoYEL',
  'angle placeholder': 'Authorization: Bearer <token>',
  'shell variable': 'curl -H "Authorization: Bearer $TOKEN" --token $TOKEN',
  'braced variable': 'password=${DB_PASSWORD}',
  'workflow secret': 'token: ${{ secrets.GITHUB_TOKEN }}',
  crosses: 'api_key=xxxxxxxxxxxxxxxx and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  stars: 'password: ********',
  'process.env': 'const apiKey = process.env.API_KEY;',
  'os.environ': "token = os.environ['API_TOKEN']",
  'type in TypeScript': 'interface Login { user: string; password: string; token?: string }',
  'type in Python': 'def login(user: str, password: str, token: str | None = None):',
  'parameter passed on': 'login(user=user, password=password, token=token)',
  'member access': 'const token = request.headers.authorization;',
  call: 'const token = createToken(user); password = getpass()',
  'types with numbers': 'sign(privateKey: Uint8Array, accessKey: Ed25519Seed, hasToken: !!hasE2EToken)',
  'non-null assertion': 'const secret = process.env.LOGIN_SECRET!;',
  'basic and a word': 'Build basic Ollama chat, basic Kubernetes setup',
  'flag about a password': '{"is_password_protected": "true%"}',
  'password from standard input': '{"run": "docker login --password-stdin","numLines":7}',
  passes: 'tests pass: 12, bypass=true, passing: 3, pass --force',
  'name of a curve': 'the private key is secp256k1 and the token is ed25519-seed1',
  sentences: 'the password is required, the token is expired, a secret is kept',
  'field names': "fields: { password: 'newPassword', secret: 'db-credentials', label: 'form.password.label' }",
  counts: 'token count 1234, tokens: 51234, max_tokens=4096, "input_tokens": 120',
  tokenizer: 'tokenizer: gpt2-medium-2019, tokenize=True',
  comparison: "if (password === '') return; if (token == null) throw",
  paths: '/home/dev/project/src/auth/token.ts and secret=/run/secrets/db_password',
  'e-mail': 'write to dev.person42@example.com or git@github.com:org/repo.git',
  'plain URL': 'https://example.com/path?page=2&size=10#top',
  'URL with user only': 'ssh://git@host.example/repo.git',
  'URL with port and at': 'http://localhost:3000/@scope/package@1.2.3',
  'npm scope in URL': 'https://registry.example/@types/node/-/node-24.0.0.tgz',
  'password label in a form': '<input type="password" name="password" placeholder="Your password">',
  'message about passwords': 'password: "Please enter a password"',
  'messages about passwords, assigned': 'PASSWORD="Please enter it" --password "your password" PASSWORD="$(cat f) x"',
  'option and what it is for': "program.option('--password', 'what to log in with')",
  'config that names tokens':
    'npm config set legacy-peer-deps true, git config set credential.helper store, config set token ttl',
  'types without semicolons': 'interface Login {\n  user: string\n  password: secretive\n}',
  'object of code': 'const login = {\n  user: name,\n  password: hashed_by_us\n}\nreset({\n  password: plaintext\n})',
  'schema in YAML': 'properties:\n  user: string\n  password: string\n  name: varchar',
  'list of a person': 'Things left to do\npassword: ask Jane about it\nthe rest is done',
  'error about tokens': 'SyntaxError: Unexpected token } in JSON at position 4',
  'secret name': 'secretName: shop-tls\nsecretKeyRef: { name: shop, key: password }',
  'environment name as value': 'apiKey: "OPENAI_API_KEY"',
  'working directory': 'PWD=/home/dev/project OLDPWD=/tmp',
  'bearer in prose': 'the bearer token is checked, Bearer authentication is required',
  'basic in prose': 'basic usage, Basic authentication, Basic understanding',
  'cookie in code': 'const cookie: string = req.headers.cookie; res.cookie("name", value)',
  'css class': 'class="sk-spinner-double-bounce sk-cube-grid"',
  'task ids': 'task-12 risk-free desk-lamp npm_config_registry npm_package_name',
  'python function': 'hf_hub_download(repo_id="x"), secret_names = []',
  'public key': [join('-----', 'BEGIN PUBLIC KEY-----'), mixed(64), join('-----', 'END PUBLIC KEY-----')].join('\n'),
  certificate: [join('-----', 'BEGIN CERTIFICATE-----'), mixed(64), join('-----', 'END CERTIFICATE-----')].join('\n'),
  'mention of a PEM header': join('grep -rn -- "-----', 'BEGIN RSA PRIVATE KEY-----" src'),
  'docker user': 'docker run -u 1000:1000 -p 8080:80 image',
  'mysql port': 'mysql -h db -P 3306 -u root -p shop',
  'make -p': 'mkdir -p src/a && cp -p a b',
  'contract address': 'token: 0x52908400098527886E0F7030069857D2E4169EE7',
  version: 'auth: 1.2.3-beta4, author: Jane, authors=3',
  'time and numbers': '12:30:45 1234567890:80 5432:5432 127.0.0.1:5432',
  'page token': 'nextPageToken: "CAUQAA1234567890"',
  'hash of a password': 'password_hash: $2b$12$abcdefghijklmnopqrstuv',
  'object key': '{"token": {"type": "identifier", "start": 12}}',
  'already redacted': 'password=[redacted:password] https://u:[redacted:url-password]@h Bearer [redacted:bearer]',
  chinese: '密码：请输入密码 token 数量 1234',
};

test('there are enough secrets and innocents to mean something', () => {
  expect(Object.keys(secrets).length).toBeGreaterThanOrEqual(60);
  expect(Object.keys(innocents).length).toBeGreaterThanOrEqual(40);
});

describe.each(Object.entries(secrets))('a secret: %s', (_name, { text, gone }) => {
  const escaped = (value: string) => JSON.stringify(value).slice(1, -1);

  test('is taken out when it stands alone', () => {
    expectGone(text, gone);
  });

  test('is taken out of a JSON string, escaped once and twice', () => {
    expectGone(JSON.stringify({ output: `before\n${text}\nafter`, ok: true }), escaped(gone));
    expectGone(
      JSON.stringify({ payload: JSON.stringify({ output: `before\n${text}\nafter` }) }),
      escaped(escaped(gone)),
    );
    expect(JSON.parse(redact(JSON.stringify({ output: `before\n${text}\nafter`, ok: true })))).toMatchObject({
      ok: true,
    });
  });

  test('is taken out of a shell command', () => {
    expectGone(`cd /srv/app && echo start; ${text} && echo done`, gone);
    if (!text.includes("'")) expectGone(`bash -lc '${text}'`, gone);
  });

  test('is taken out of a long text, and nothing else is', () => {
    const filler =
      'const total = items.reduce((sum, item) => sum + item.price, 0); // 3f786850e387550fdab836ed7e6dc881de23001b\n'.repeat(
        9_500,
      );
    const redacted = redact(`${filler}${text}\n${filler}`);
    expect(redacted.includes(gone)).toBe(false);
    expect(redacted.startsWith(filler) && redacted.endsWith(`\n${filler}`)).toBe(true);
  });

  function expectGone(within: string, part: string): void {
    const redacted = redact(within);
    expect(redacted).toMatch(/\[redacted:[a-z0-9-]+\]/);
    expect(redacted).not.toContain(part);
    expect(redact(redacted)).toBe(redacted);
  }
});

describe.each(Object.entries(innocents))('an innocent: %s', (_name, text) => {
  test('stays as it is, plain and escaped', () => {
    expect(redact(text)).toBe(text);
    const json = JSON.stringify({ text: `x\n${text}\ny` });
    expect(redact(json)).toBe(json);
  });
});

test('what agents wrote in their own records comes through untouched', async () => {
  const fixtures = await Array.fromAsync(
    glob(joinPath(import.meta.dirname, '../sources/*/fixtures/**/*.{jsonl,json}')),
  );
  const lines = fixtures
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => redact(line) !== line)).toEqual([]);
  const changed = lines.filter((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return redactJson(value) !== value;
    } catch {
      return false;
    }
  });
  expect(changed).toEqual([]);
});

describe('redacting twice', () => {
  const piece = fc.oneof(
    fc.constantFrom(...Object.values(secrets).map(({ text }) => text), ...Object.values(innocents)),
    fc.constantFrom(
      ' ',
      '\n',
      '"',
      "'",
      '=',
      ':',
      '\\',
      '://',
      '@',
      '[',
      ']',
      'password',
      'token',
      'Bearer ',
      '-----',
      '.',
      '-',
      '_',
      '\\n',
      'eyJ',
      'é',
      '🙂',
    ),
    fc.string({ maxLength: 12 }),
  );

  test('changes nothing more, and no text makes it throw', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const once = redact(pieces.join(''));
        expect(redact(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a JSON value', () => {
  test('loses what its keys call secret', () => {
    expect(redactJson({ user: 'dev', password: 'hunter2', nested: [{ apiKey: mixed(20) }], tokens: 12 })).toEqual({
      user: 'dev',
      password: '[redacted:password]',
      nested: [{ apiKey: '[redacted:api-key]' }],
      tokens: 12,
    });
  });

  test('loses secrets inside its strings and arguments after a flag', () => {
    expect(redactJson({ command: ['deploy', '--password', 'hunter2', '--port', '8080'] })).toEqual({
      command: ['deploy', '--password', '[redacted:password]', '--port', '8080'],
    });
    expect(redactJson([{ name: 'DB_PASSWORD', value: 'hunter2' }])).toEqual([
      { name: 'DB_PASSWORD', value: '[redacted:password]' },
    ]);
    expect(redactJson('DB_PASSWORD=hunter2')).toBe('DB_PASSWORD=[redacted:password]');
  });

  test('is the same value when there is nothing to take out', () => {
    const value = { file_path: '/src/a.ts', password: '<password>', list: [1, null, true, 'x'], __proto__: null };
    expect(redactJson(value)).toBe(value);
  });

  test('may be nested deeper than the stack', () => {
    const value: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    expect(() => redactJson(value)).not.toThrow();
  });

  test('gives the same whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactJson(value);
        expect(redactJson(once)).toEqual(once);
      }),
    );
  });
});

test.each(['eyJ-', 'eyJ-xxxxxx', 'eyJxxxxxxxx.', 'sk-ant-xxxxxxxxxxxxxxxx-', 'ya29.xxxxxx.', '_auth'])(
  'a long run of %s is read once: reading it anew from each place would take minutes',
  (word) => {
    const text = word.repeat(240_000 / word.length);
    expect(redact(text)).toBe(text);
  },
);

test('a token whose parts are longer than any window is taken out whole', () => {
  const part = 'aB3_'.repeat(2_000);
  expect(redact(`a eyJ${part}.eyJ${part}.${part} b`)).toBe('a [redacted:jwt] b');
  expect(redact(`a eyJ${part}.${part}.${part} b`)).toBe('a [redacted:jwt] b');
  expect(redact(`a sk-ant-${part} b`)).toBe('a [redacted:anthropic-key] b');
});
