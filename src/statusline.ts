// `node statusline.cjs HOME AGENT < payload`: run by an agent whenever it draws its status line. Bundled alone, with as little as
// possible, and CommonJS, as advise.ts is. It prints one line; on any error an empty one, for there is nobody to read it.
import { readFileSync, writeSync } from 'node:fs';
import { archiveIn } from './live/archive-in.ts';
import { statusLineOf } from './live/status-line/status-line-of.ts';
import { parseJson } from './platform/parse-json.ts';
import { isObject } from './platform/parse-records.ts';
import { agentsWithStatusLine } from './sources/registry.ts';
import { isPostgres } from './store/archive-address.ts';
import { openUsageAsItIs } from './store/sqlite/open-usage-as-it-is.ts';

const end = (line = ''): never => {
  writeSync(1, `${line}\n`);
  process.exit(0);
};
process.on('uncaughtException', () => end());
process.on('unhandledRejection', () => end());
setTimeout(() => end(), 500);

void print(process.argv.slice(2));

async function print([home = '', name = '']: readonly string[]): Promise<void> {
  const payload: unknown = parseJson(readFileSync(0, 'utf8'));
  const agent = agentsWithStatusLine.find((each) => each.name === name);
  if (!isObject(payload) || agent === undefined) return end();
  const archive = archiveIn(home, process.env);
  // A server is asked by commands; a line that is drawn several times a second does not wait for one.
  const read = isPostgres(archive) ? undefined : openUsageAsItIs(archive);
  end(
    await statusLineOf({ home, agent, payload, now: Date.now(), colours: process.env['NO_COLOR'] === undefined, read }),
  );
}
