import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with the page, each in a line. */
export async function barriers(page: Page): Promise<readonly string[]> {
  // Evaluated by the driver, which the page's policy does not bind.
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length} ×, first ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary.split('\n').slice(1, 2).join('').trim()})`,
  );
}
