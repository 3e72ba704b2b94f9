// node model.mjs FOLDER: loads an added model in a process of its own and makes vectors of texts. Prints what it took as
// JSON. Not TypeScript: what Node needs to understand that would be counted in. STEMMA_BENCH_DIST names the build.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { peakMemory } from './peak-memory.mjs';

const [, , folder] = process.argv;
const built = (module) => import(pathToFileURL(join(process.env['STEMMA_BENCH_DIST'], `${module}.js`)).href);
const { loadEncoder } = await built('memory/embed/model/sentence-encoder');
const before = process.memoryUsage.rss();

const loading = performance.now();
const encoder = loadEncoder(folder);
const loadMs = performance.now() - loading;

encoder.embed(messages(0, 4));
const one = [];
for (let at = 4; at < 44; at++) one.push(timed(messages(at, 1)));
const together = [];
for (let at = 44; at < 44 + 5 * 16; at += 16) together.push(timed(messages(at, 16)) / 16);
process.stdout.write(
  JSON.stringify({ loadMs, one, together, bytes: process.memoryUsage.rss() - before, peakBytes: peakMemory() }),
);

function timed(texts) {
  const started = performance.now();
  encoder.embed(texts);
  return performance.now() - started;
}

/** Errors as agents see them, about 24 tokens each, no two alike. */
function messages(from, count) {
  return Array.from({ length: count }, (_, index) => {
    const at = from + index;
    return `Error: cannot open file settings-${at}.json: permission denied while reading the configuration of server ${at}`;
  });
}
