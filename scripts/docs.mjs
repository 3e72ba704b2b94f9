// Writes the parts of docs/ that are made from the program. A test fails when they lag.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadGroups } from '../src/cli/commands/table.ts';
import { renderReference } from '../src/cli/reference.ts';

const path = fileURLToPath(new URL('../docs/cli.md', import.meta.url));
writeFileSync(path, renderReference(await loadGroups()));
console.log(`wrote ${path}`);
