import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const fileName = 'sbom.cdx.json';

/** Packages whose code came to lie in a bundle, as CycloneDX lists them. */
export function componentsOf(packages) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  return packages.map(({ name, version, license, folder }) => {
    const { integrity } = lock.packages[relative(root, folder).replaceAll('\\', '/')] ?? {};
    const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
    return {
      type: 'library',
      'bom-ref': purlOf(name, version),
      ...(group && { group }),
      name: own,
      version,
      purl: purlOf(name, version),
      licenses: [/ (?:OR|AND) /.test(license) ? { expression: license } : { license: { id: license } }],
      ...(integrity?.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }],
      }),
    };
  });
}

/**
 * Which code of others the package carries: what `parts`, folders with a bundle each, hold, in one file in the first.
 * Says nothing of when or where it was made, so that the same sources make the same file.
 */
export function joinComponents(...parts) {
  const components = parts
    .map((folder) => join(folder, componentsFile))
    .filter((file) => existsSync(file))
    .flatMap((file) => {
      const listed = JSON.parse(readFileSync(file, 'utf8'));
      rmSync(file);
      return listed;
    });
  const byRef = new Map(components.map((component) => [component['bom-ref'], component]));
  const refs = [...byRef.keys()].sort((a, b) => (a < b ? -1 : 1));
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purlOf(name, version),
        name,
        version,
        purl: purlOf(name, version),
        licenses: [{ license: { id: license } }],
      },
    },
    components: refs.map((ref) => byRef.get(ref)),
    dependencies: [{ ref: purlOf(name, version), dependsOn: refs }],
  };
  writeFileSync(join(parts[0], fileName), `${JSON.stringify(bom, null, 2)}\n`);
}

/** What one bundle carries, until the bundles are put together. */
export const componentsFile = '.components.json';

function purlOf(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}
