import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Those of axe's default rules that depend on colours. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/**
 * Accessibility violations found by axe in light and in dark mode, one per line. A narrow page is looked at in dark mode
 * alone: what is on it depends on its width, and its colours are those of a wide one.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await load(page);
  if (page.viewportSize()!.width < 600) {
    await switchColours(page);
    const all = await violationsOf(page, {});
    await switchColours(page);
    return all.map((line) => `narrow, dark: ${line}`);
  }
  const light = await violationsOf(page, {});
  await switchColours(page);
  // What is on a page does not depend on its colours: in dark mode they alone are checked.
  const dark = await violationsOf(page, { runOnly: { type: 'rule', values: colourRules } });
  await switchColours(page);
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)];
}

/** The same in the colours that are shown: an open dialog keeps everything else from being pressed. */
export async function axeViolationsAsShown(page: Page): Promise<readonly string[]> {
  await load(page);
  return violationsOf(page, {});
}

/** Evaluated by the driver, so that the content security policy does not apply. */
async function load(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
}

async function switchColours(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Switch between light and dark' }).click();
}

async function violationsOf(page: Page, options: object): Promise<readonly string[]> {
  // Describing every node that passed takes longer than checking it; style sheets are for a rule that is off.
  const run = `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'], preload: { assets: ['media'] } })})`;
  const { violations } = (await page.evaluate(run)) as { violations: readonly Violation[] };
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length} ×, first ${nodes[0]?.target.join(' ')}: ${nodes[0]?.failureSummary.split('\n').slice(1, 2).join('').trim()})`,
  );
}
