// node parse.ts LIST: splits the files named in LIST into lines and parses each, in one thread, and does nothing with
// them: the speed everything else is compared with. Prints seconds, bytes and lines as JSON.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

export interface ParseRun {
  readonly seconds: number;
  readonly bytes: number;
  readonly lines: number;
}

const files = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as string[];
const chunk = Buffer.allocUnsafe(1024 * 1024);
let bytes = 0;
let lines = 0;
let kept = 0;

const started = performance.now();
for (const path of files) {
  const file = openSync(path, 'r');
  let rest: Buffer = Buffer.alloc(0);
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    bytes += read;
    const data = rest.length > 0 ? Buffer.concat([rest, chunk.subarray(0, read)]) : chunk.subarray(0, read);
    let start = 0;
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10, start)) {
      parse(data.toString('utf8', start, end));
      start = end + 1;
    }
    rest = Buffer.from(data.subarray(start));
  }
  if (rest.length > 0) parse(rest.toString());
  closeSync(file);
}
const run: ParseRun = { seconds: (performance.now() - started) / 1000, bytes, lines };
process.stdout.write(JSON.stringify(run));
// Read, so that no engine may leave the parsing out.
if (kept < 0) throw new Error('never');

function parse(text: string): void {
  lines++;
  try {
    kept += typeof JSON.parse(text) === 'object' ? 1 : 0;
  } catch {
    // Torn and empty lines are in every corpus.
  }
}
