/**
 * What the plugins inside agents share: one new file of the spool per event, written at once, errors swallowed.
 * `put(event, payload)` is what their code calls; see src/live/spool/README.md for what a payload holds.
 */
export function spoolWriter(agent: string, spool: string): string {
  return `import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';

const spool = ${JSON.stringify(spool)};
let n = 0;

function put(event, payload) {
  try {
    const bytes = Buffer.from(JSON.stringify(payload) + '\\n');
    for (let tries = 0; tries < 100; tries++) {
      let file;
      try {
        file = openSync(\`\${spool}/${agent}.\${event}.\${process.pid}.\${n++}\`, 'wx', 0o600);
      } catch (error) {
        if (error.code === 'EEXIST') continue;
        if (error.code !== 'ENOENT' || tries > 0) return;
        mkdirSync(spool, { recursive: true, mode: 0o700 });
        continue;
      }
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      } finally {
        closeSync(file);
      }
      return;
    }
  } catch {}
}
`;
}
