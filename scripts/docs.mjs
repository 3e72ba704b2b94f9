// Writes the parts of docs/ that are made from the program. A test fails when they lag.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGroups } from '../src/cli/commands/table.ts';
import { renderReference } from '../src/cli/line/reference.ts';
import { renderRoutes } from '../src/http/reference.ts';
import { routes } from '../src/http/routes.ts';
import { answerSchemas } from '../tools/schemas/answer-schemas.mjs';

const named = [...new Set(routes.map(({ output }) => output))].filter((output) => /^[A-Z]\w+$/.test(output));
write('src/ask/answer-schemas.json', `${JSON.stringify(answerSchemas(named), null, 1)}\n`);

write('docs/cli.md', renderReference(await loadGroups()));

// People write the beginning of it.
const made = '<!-- made by `npm run docs` from src/http/routes.ts -->\n';
const [written] = readFileSync(pathOf('docs/http.md'), 'utf8').split(made);
write('docs/http.md', `${written}${made}\n${renderRoutes(routes)}`);

function write(name, text) {
  writeFileSync(pathOf(name), text);
  console.log(`wrote ${pathOf(name)}`);
}

function pathOf(name) {
  return fileURLToPath(new URL(`../${name}`, import.meta.url));
}
