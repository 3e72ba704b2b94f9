import { registerHooks } from 'node:module';

// Every import of ours names its file as it lies beside: there is nothing to look for. Vitest's own hook looks, and then
// sends one message for each import of each module to its main process, which needs them only to watch files. A hook
// registered after it is asked before it.
const registered = Symbol.for('stemma.tests.resolve-as-written');
const ours = new URL('../../', import.meta.url).href;

// This file is loaded again for every test file, into the same process.
if (!(registered in globalThis)) {
  Object.assign(globalThis, { [registered]: true });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('node:')) return { url: specifier, format: 'builtin', shortCircuit: true };
      const { parentURL = '' } = context;
      const isOurs = parentURL.startsWith(ours) && !parentURL.includes('/node_modules/');
      if (!isOurs || !/^\.\.?\/.*\.(?:ts|mjs)$/.test(specifier)) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, shortCircuit: true };
    },
  });
}
