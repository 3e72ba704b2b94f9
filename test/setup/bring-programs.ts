// What tests need besides Node, brought before them: it may take longer than a test has. `npm test` begins with it, and
// vitest asks again, because it can be run without.
import { bringChromium } from '../support/chromium.ts';
import { bringFirefox } from '../support/firefox.ts';
import { bringBinaries } from '../support/postgres-binaries.ts';

export function setup(): void {
  bringBinaries();
  bringChromium();
  bringFirefox();
}

if (import.meta.main) setup();
