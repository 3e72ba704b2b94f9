import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { componentsFile, componentsOf } from './sbom.mjs';

/** What lies beside a bundle: whose code came to lie in it, and under which terms, since they ask to be named. */
export const licencesFile = 'third-party-licenses.txt';

/** A plugin of Vite that writes it, and the same packages for the bill of materials. */
export function namePackages() {
  return {
    name: 'name-packages',
    generateBundle(_, bundle) {
      const packages = packagesOf(Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds));
      this.emitFile({ type: 'asset', fileName: licencesFile, source: licencesOf(packages) });
      this.emitFile({ type: 'asset', fileName: componentsFile, source: JSON.stringify(componentsOf(packages)) });
    },
  };
}

/** The packages that these modules are parts of. */
export function packagesOf(modules) {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []),
  );
  return [...folders]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { name, version, license, folder };
    });
}

export function licencesOf(packages) {
  return packages.map(licence).join(`\n${'-'.repeat(80)}\n\n`);
}

function licence({ name, version, license, folder }) {
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'See the package for the terms.'}\n`;
}
