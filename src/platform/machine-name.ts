import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * This machine's name in a shared archive: its host name and eight random characters, chosen once and stored in
 * stemma's home. The host name alone is not enough: containers share one, and a laptop gets another in every network.
 * Undefined when nothing was ever written from here.
 */
export function machineName(home: string): string | undefined {
  try {
    const name = readFileSync(join(home, file), 'utf8').trim();
    return isMachineName(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The same, chosen now if needed. When several processes choose at once, one wins. */
export function namedMachine(home: string): string {
  const known = machineName(home);
  if (known !== undefined) return known;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const path = join(home, file);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${freshName()}\n`, { mode: 0o600 });
  try {
    // Unlike a rename, a link never replaces an existing file.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const name = machineName(home);
  if (name === undefined) throw new Error(`${path} does not hold the name of a machine; delete it.`);
  return name;
}

export function isMachineName(text: string): boolean {
  return /^[a-z0-9-]{1,40}-[0-9a-z]{8}$/.test(text);
}

const file = 'machine';

function freshName(): string {
  const host =
    hostname()
      .split('.')[0]!
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replaceAll(/^-|-$/g, '') || 'machine';
  const chance = [...randomBytes(8)].map((byte) => (byte % 36).toString(36)).join('');
  return `${host}-${chance}`;
}
