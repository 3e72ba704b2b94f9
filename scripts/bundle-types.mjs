// Puts the declarations that tsc wrote together into one file per entry, with what several entries share beside them:
// `node scripts/bundle-types.mjs DECLARATIONS FOLDER`.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';

const [declarations, folder] = process.argv.slice(2);
const entries = {
  index: 'index.d.ts',
  source: 'source.d.ts',
  otel: 'otel.d.ts',
  testing: 'testing/index.d.ts',
  types: 'types.d.ts',
};

const bundle = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(declarations, file)])),
  // `oxc` would write declarations where there are none; here it only keeps the plugin from looking for TypeScript.
  plugins: [dts({ dtsInput: true, tsconfig: false, generator: 'oxc' })],
  external: /^(?:node:|vitest$|fast-check$)/,
  logLevel: 'warn',
});
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].ts',
  chunkFileNames: 'shared-[name].ts',
  // The names of the sources, also between the files: they are what an editor shows.
  minifyInternalExports: false,
  // Programs whose `lib` is older than what can be disposed of. The plugin drops the line that src/types.ts has for it.
  banner: '/// <reference lib="esnext.disposable" />',
});
await bundle.close();
