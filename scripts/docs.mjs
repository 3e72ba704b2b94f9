// Writes the parts of docs/ that are made from the program. `npm run docs` builds first; a test fails when they lag.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGroups } from '../dist/cli/commands/table.js';
import { renderReference } from '../dist/cli/reference.js';

const path = fileURLToPath(new URL('../docs/cli.md', import.meta.url));
writeFileSync(path, renderReference(await loadGroups()));
console.log(`wrote ${path}`);
