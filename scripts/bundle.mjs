// Puts the modules of src/ together into a few files: `node scripts/bundle.mjs FOLDER`. A program of its own because it
// needs what `npm ci` brings, and ready.mjs must run before that.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { filesOfModules } from './chunks.mjs';
import { inlineForwarders } from './inline-forwarders.mjs';
import { costly, lazyBuiltins } from './lazy-builtins.mjs';
import { licencesFile, licencesOf, packagesOf } from './licences.mjs';
import { componentsFile, componentsOf } from './sbom.mjs';

/** What others import or run, and the file it is made from. */
const input = {
  main: 'src/main.ts',
  index: 'src/index.ts',
  source: 'src/source.ts',
  testing: 'src/testing/index.ts',
  'scan-thread': 'src/ingest/scan/scan-thread.ts',
  'writer-thread': 'src/http/team/writer/writer-thread.ts',
  'model-thread': 'src/memory/embed/model/model-thread.ts',
  'resume-hook': 'src/resume-hook.ts',
};

/** All modules that we ship. */
const modules = [];

// All side by side: who starts a thread looks for it beside itself, main.ts for package.json above itself.
const parts = await generate(input, { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
// The package may have 250 files; the rest of it has about 90.
const files = filesOfModules(parts, 140, weightOf);
await write(input, {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  codeSplitting: {
    groups: [{ name: (id) => files.get(id), debugName: 'files', includeDependenciesRecursively: false }],
  },
  plugins: [inlineForwarders()],
});
/** Readers of agents' files: a program that an agent waits for reads none. */
const readers = /src.sources.[a-z-]+.(?:index|otlp)\.ts$/;
// Each alone: browsers use the first, and the second must not load an archive.
for (const entry of ['types', 'otel'])
  await write({ [entry]: `src/${entry}.ts` }, { format: 'esm', entryFileNames: '[name].js' });
// As small as possible: an agent waits while it is loaded. The PostgreSQL driver is a file beside it. Readers of agents'
// files are left out: a hook never reads any.
await write(
  { advise: 'src/advise.ts' },
  { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: 'advise-[name].cjs', minify: true },
  { 'node:crypto': resolve('src/live/advice/small-hash.ts') },
  readers,
);
await write(
  { statusline: 'src/statusline.ts' },
  { format: 'cjs', entryFileNames: '[name].cjs', minify: true },
  { 'node:crypto': resolve('src/live/advice/small-hash.ts') },
  readers,
);
const packages = packagesOf(modules);
writeFileSync(join(process.argv[2], licencesFile), licencesOf(packages));
writeFileSync(join(process.argv[2], componentsFile), JSON.stringify(componentsOf(packages)));

/** How often a module is loaded: by nearly every command, by those that people wait for, by one question, or seldom. */
function weightOf(id) {
  if (/src.(?:cli.commands.(?:ingest|questions.similar)|live.ingest-all|ask.similar.similar)\.ts$/.test(id)) return 20;
  if (/src.(?:main|cli.open-archive|store.open-store|store.sqlite.open)\.ts$/.test(id)) return 50;
  return /src.(?:ask|cli.render|cli.commands.questions|resume-hook)/.test(id) ? 5 : 1;
}

async function write(entries, shape, instead, without) {
  const bundle = await load(entries, instead, without);
  const { output } = await bundle.write({ dir: process.argv[2], ...shape });
  modules.push(...output.flatMap(({ moduleIds = [] }) => moduleIds));
  await bundle.close();
}

async function generate(entries, shape) {
  const bundle = await load(entries);
  const { output } = await bundle.generate(shape);
  await bundle.close();
  return output.filter(({ type }) => type === 'chunk');
}

/** `instead`: modules by the names they replace. `without`: modules that are never loaded. */
function load(entries, instead = {}, without = /^$/) {
  return rolldown({
    input: entries,
    plugins: [{ name: 'instead', resolveId: (id) => instead[id] }, lazyBuiltins()],
    platform: 'node',
    external: (id) =>
      !(id in instead) && !costly.includes(id) && (/^(?:node:|vitest$|fast-check$)/.test(id) || without.test(id)),
    // An entry is a file of its own and nothing imports it, so that it exports what its module does and nothing else.
    preserveEntrySignatures: 'allow-extension',
    // `await using` becomes code that Node 22 understands.
    transform: { target: 'es2023' },
    logLevel: 'warn',
    // A module that is imported both ways lies in the file of its static importer, which is intended.
    checks: { ineffectiveDynamicImport: false },
  });
}
