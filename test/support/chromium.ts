import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptHere, aptInstall, mayInstall } from './apt.ts';

/** The browser of the tests; an error that names the one command to type when there is none. */
export function chromiumPath(): string {
  const found = findChromium();
  if (found) return found;
  throw new Error(`These tests need Chromium or Chrome, and there is none here. Type: ${command()}`);
}

/** Brings it where there is none, as far as that is ours to do. */
export function bringChromium(): void {
  if (findChromium() === undefined && mayInstall(aptHere)) aptInstall('chromium', aptHere);
}

function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const inPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)));
  const apps = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [process.env['STEMMA_CHROMIUM'] ?? '', '/usr/bin/chromium', ...inPath, ...apps].find(
    (path) => path !== '' && existsSync(path),
  );
}

function command(): string {
  if (process.platform === 'darwin') return 'brew install --cask chromium';
  if (existsSync('/usr/bin/apt-get')) return 'sudo apt-get install chromium';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install chromium';
  return 'install Chromium so that `chromium` is in PATH, or name it in STEMMA_CHROMIUM, and try again';
}
