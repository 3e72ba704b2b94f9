// Puts the modules of src/ together into a few files: `node scripts/bundle.mjs FOLDER`. A program of its own because it
// needs what `npm ci` brings, and ready.mjs must run before that.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { inlineForwarders } from './inline-forwarders.mjs';
import { licencesOf } from './licences.mjs';

/** What others import or run, and the file it is made from. */
const input = {
  main: 'src/main.ts',
  index: 'src/index.ts',
  source: 'src/source.ts',
  testing: 'src/testing/index.ts',
  'scan-thread': 'src/ingest/scan/scan-thread.ts',
  'resume-hook': 'src/resume-hook.ts',
};

/** Whatever came to lie in what we ship. */
const modules = [];

// All side by side: ingest/scan/scanner.ts looks for its thread beside itself, main.ts for package.json above itself. What
// many commands need is one file, and the commands themselves are another: finding and linking twenty small ones is a
// tenth of what a question on the command line takes.
const shared = { name: 'shared', test: /src.(?:model|platform|ask|cli)/, minShareCount: 5 };
const commands = { name: 'commands', test: /src.cli.commands.(?!(?:un)?install|doctor)/ };
// Descriptors of agents, which the commands above do without, and their readers, which are loaded all at once.
const descriptors = { name: 'agents', test: /src.sources.(?:registry\.ts|agents\.ts|[a-z-]+.descriptor\.ts)/ };
const readers = { name: 'readers', test: /src.sources.(?!agent|hooks|sdk)[a-z-]+.(?:index|otlp)\.ts/ };
// What answers look like as text; and a file for each question, that is for each folder of src/ask.
const render = { name: 'render', test: /src.cli.render/ };
const questions = { name: (id) => /src.ask.([a-z-]+)./.exec(id)?.[1] };
await write(input, {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  codeSplitting: { groups: [shared, descriptors, readers, commands, render, questions] },
  plugins: [inlineForwarders()],
});
// Each alone: programs without Node use the first, and who traces need not load an archive.
for (const entry of ['types', 'otel'])
  await write({ [entry]: `src/${entry}.ts` }, { format: 'esm', entryFileNames: '[name].js' });
// In as little as possible: an agent waits while it is loaded. The driver of a server lies beside it, for who has one;
// what reads agents' files is left out, for a hook never does.
await write(
  { advise: 'src/advise.ts' },
  { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'advise-[name].cjs', minify: true },
  { 'node:crypto': resolve('src/live/advice/small-hash.ts') },
  /src.sources.[a-z-]+.index\.ts$/,
);
writeFileSync(join(process.argv[2], 'third-party-licenses.txt'), licencesOf(modules));

/** `instead`: modules that are to be taken for others. `without`: modules that are never loaded. */
async function write(entries, shape, instead = {}, without = /^$/) {
  const bundle = await rolldown({
    input: entries,
    plugins: [{ name: 'instead', resolveId: (id) => instead[id] }],
    platform: 'node',
    external: (id) => !(id in instead) && (/^(?:node:|vitest$|fast-check$)/.test(id) || without.test(id)),
    // The public entries must export what they say, and nothing that another one happens to need.
    preserveEntrySignatures: 'strict',
    // `await using` becomes code that Node 22 understands.
    transform: { target: 'es2023' },
    logLevel: 'warn',
    // A command's module lies in one file with the others; that it is asked for when named costs nothing.
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await bundle.write({ dir: process.argv[2], ...shape });
  modules.push(...output.flatMap(({ moduleIds = [] }) => moduleIds));
  await bundle.close();
}
