import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Those of axe's default rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Accessibility violations found by axe, one per line. */
export async function axeViolations(page: Page, rules: 'all' | 'colours' = 'all'): Promise<readonly string[]> {
  // Evaluated by the driver, so that the content security policy does not apply.
  await page.evaluate(axe);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(rules === 'colours' ? { runOnly: { type: 'rule', values: colourRules } } : {})})`,
  )) as {
    violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length} ×, first ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary.split('\n').slice(1, 2).join('').trim()})`,
  );
}
