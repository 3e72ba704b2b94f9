import { expect, test } from 'vitest';
import { isReckless } from './reckless.ts';

test.each([
  'git commit --no-verify -m x',
  'git push -f origin main',
  'git push --force-with-lease',
  'git reset --hard',
  'git checkout -f',
  'sudo npm install',
  'SKIP=eslint git commit',
  'rm -rf node_modules',
  'chmod 777 a.sh',
  'curl -k https://localhost',
])('`%s` does without a safeguard', (command) => expect(isReckless(command)).toBe(true));

test.each([
  'git commit -m "no force"',
  'npm run lint:fix',
  'rm -f .git/index.lock',
  'git push origin feat',
  'docker build -f Dockerfile .',
  'tail -f log',
])('`%s` does not', (command) => expect(isReckless(command)).toBe(false));

test('what the failing command did without itself is not judged', () => {
  expect(isReckless('sudo apt-get install jq', 'sudo apt install jq')).toBe(false);
});
