import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A plugin of Rolldown and Vite that writes beside a bundle whose code came to lie in it, and under which terms: they
 * ask to be named wherever it goes.
 */
export function licences(fileName) {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      this.emitFile({
        type: 'asset',
        fileName,
        source: licencesOf(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)),
      });
    },
  };
}

/** Of the packages that these modules are parts of. */
export function licencesOf(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []),
  );
  return [...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(licence)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licence(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'See the package for the terms.'}\n`;
}
