import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Sink } from '../sink.ts';
import type { TextSource } from '../sources.ts';
import { go, javascript, python, readCode, rust } from './comments.ts';
import { readDocstrings } from './docstrings.ts';
import { GoCodes } from './go-codes.ts';
import { readHtml } from './html.ts';
import {
  readErrnoTable,
  readErrorClasses,
  readExpectedErrors,
  readPostgres,
  readServiceModel,
  readStatusTable,
  readTypeScript,
  readWordNet,
} from './known-errors.ts';
import { readMarkdown } from './markdown.ts';
import { readRoff } from './roff.ts';
import { RustCodes } from './rust-codes.ts';

/** Everything a source has to say, in the order of its files' names. */
export function readSource(source: TextSource, folder: string, sink: Sink): void {
  const rustCodes = new RustCodes();
  const goCodes = new GoCodes();
  for (const path of filesBelow(folder)) {
    const name = path.slice(folder.length).replace(/\.gz$/, '');
    if (
      (source.only && !source.only.test(path.slice(folder.length))) ||
      dull.test(name) ||
      statSync(path).size > 12_000_000
    )
      continue;
    const text = path.endsWith('.gz') ? gunzipSync(readFileSync(path)).toString('utf8') : readFileSync(path, 'utf8');
    const code = /error_codes\/(E\d{4})\.md$/.exec(name)?.[1];
    if (code) rustCodes.explanation(code, text);
    if (name.endsWith('.stderr')) rustCodes.output(text, name, sink);
    else if (/\.html(?:\.en)?$/.test(name)) readHtml(text, sink);
    else if (/\.(?:md|mdx|markdown)$/.test(name)) readMarkdown(text, sink);
    else if (/\.\d(?:freebsd|ssl)?$/.test(name)) readRoff(text, sink);
    else if (/\.(?:[cm]?[jt]s|php)$/.test(name)) {
      if (name.endsWith('/lib/typescript.js')) readTypeScript(text, sink);
      readCode(text, javascript, sink);
    } else if (name.endsWith('.go')) {
      readErrnoTable(text, sink);
      if (/types2?\//.test(name)) goCodes.read(text);
      if (/\/go-[\d.]+\/test\//.test(name)) goCodes.test(text, sink);
      readCode(text, go, sink);
    } else if (name.endsWith('.rs')) readCode(text, rust, sink);
    else if (name.endsWith('.py')) {
      readDocstrings(text, sink);
      readErrorClasses(text, sink);
      readExpectedErrors(text, sink);
      readStatusTable(text, sink);
      readCode(text, python, sink);
    } else if (name.endsWith('.rb')) readCode(text, python, sink);
    else if (/\.[ch]$/.test(name)) {
      readErrnoTable(text, sink);
      readPostgres(text, sink);
      readCode(text, javascript, sink);
    } else if (name.endsWith('service-2.json')) readServiceModel(text, sink);
    else if (/\/data\.(?:adj|adv|noun|verb)$/.test(name)) readWordNet(text, sink);
  }
  rustCodes.tell(sink);
  goCodes.tell(sink);
}

/** Indexes, changelogs, translations, minified and vendored code, tests of others. */
const dull =
  /\/(?:genindex|search|_modules|_static|_sources|locale|locales|node_modules|vendor|_vendor|testdata|changelog|CHANGELOG|HISTORY|LICEN[CS]E|py-modindex)\b|\.min\.js$|\.test\.|_test\.go$|tab(?:complete)?\.h$|unicode/i;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
