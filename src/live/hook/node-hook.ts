import type { AgentDescriptor } from '../../sources/agent/descriptor.ts';

/** The same hook for Windows, where there is no sh: `node hook.mjs AGENT EVENT`. It keeps the same promises. */
export function nodeHook(agents: readonly AgentDescriptor[]): string {
  const isJsonOnly = agents
    .filter(({ hooks }) => hooks?.needsJson)
    .map(({ name }) => `agent === '${name}'`)
    .join(' || ');
  return `// Written by \`stemma install\`. Puts what a coding agent says on standard input into one new file of the spool beside this script.
// Never answers for you, never blocks, always exits 0. \`stemma uninstall --all\` takes it away. More: docs/live.md
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const [agent, event] = process.argv.slice(2);
const leave = () => process.exit(0);
process.on('uncaughtException', leave);
process.on('SIGINT', () => {});
process.stdout.on('error', () => {});
if (${isJsonOnly}) process.stdout.write('{}\\n');
if (process.stdin.isTTY) leave();

let file;
const spool = join(import.meta.dirname, 'spool');
for (let n = 0; file === undefined && n < 100; n++) {
  try {
    file = openSync(join(spool, [agent, event, process.pid, n].join('.')), 'wx', 0o600);
  } catch (error) {
    if (error.code === 'EEXIST') continue;
    if (error.code !== 'ENOENT' || n > 0) break;
    mkdirSync(spool, { recursive: true, mode: 0o700 });
  }
}

setTimeout(leave, 5000);
process.stdin.on('data', (chunk) => {
  try {
    for (let at = 0; file !== undefined && at < chunk.length; ) at += writeSync(file, chunk, at);
  } catch {
    file = undefined;
  }
});
process.stdin.on('error', leave);
process.stdin.on('end', () => {
  if (file !== undefined) closeSync(file);
  leave();
});
`;
}
