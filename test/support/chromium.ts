import { existsSync } from 'node:fs';
import { aptHere, aptInstall, mayInstall } from './apt.ts';
import { inPath } from './in-path.ts';

// Chromium comes whole, and as a "headless shell" without menus and tabs. The whole one draws them even when nobody
// sees them: a page costs it twice as much.
const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser of people, for measurements; an error that names the one command to type when there is none. */
export function chromiumPath(): string {
  return found(() => [...inPath(browsers), ...apps, ...inPath(shells)]);
}

/** The cheapest browser here, for tests. */
export function shellPath(): string {
  return found(() => [...inPath(shells), ...inPath(browsers), ...apps]);
}

/** Brings one where there is none, as far as that is ours to do. */
export function bringChromium(): void {
  if (find([...inPath([...shells, ...browsers]), ...apps]) !== undefined || !mayInstall(aptHere)) return;
  // Not every distribution has the shell alone.
  if (!aptInstall('chromium-headless-shell', aptHere)) aptInstall('chromium', aptHere);
}

function found(places: () => readonly string[]): string {
  const path = find(places());
  if (path !== undefined) return path;
  throw new Error(`These tests need Chromium or Chrome, and there is none here. Type: ${command()}`);
}

function find(places: readonly string[]): string | undefined {
  return [process.env['STEMMA_CHROMIUM'] ?? '', ...places].find((path) => path !== '' && existsSync(path));
}

function command(): string {
  if (process.platform === 'darwin') return 'brew install --cask chromium';
  if (existsSync('/usr/bin/apt-get')) return 'sudo apt-get install chromium';
  if (existsSync('/usr/bin/dnf')) return 'sudo dnf install chromium';
  return 'install Chromium so that `chromium` is in PATH, or name it in STEMMA_CHROMIUM, and try again';
}
