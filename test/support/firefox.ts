import { existsSync } from 'node:fs';
import { aptHere, aptInstall, mayInstall } from './apt.ts';
import { inPath } from './in-path.ts';

const places = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

/** The Firefox of this machine; undefined when there is none: its test says so and is skipped. */
export function firefoxPath(): string | undefined {
  return [process.env['STEMMA_FIREFOX'] ?? '', ...inPath(['firefox-esr', 'firefox']), ...places].find(
    (path) => path !== '' && existsSync(path),
  );
}

/** Brings one where there is none, as far as that is ours to do. */
export function bringFirefox(): void {
  if (firefoxPath() === undefined && mayInstall(aptHere)) aptInstall('firefox-esr', aptHere);
}
