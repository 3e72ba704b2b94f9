import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './browser.ts';

const folder = join(import.meta.dirname, 'baselines');

/**
 * How far a screenshot is from its baseline, from 0 to 1. Both are scaled down to grey first, so that font rendering
 * hardly counts and a missing panel does. `STEMMA_BASELINES=write npm test` writes new baselines; check them before a
 * commit.
 */
export async function screenshotDifference(page: Page, name: string): Promise<number> {
  const file = join(folder, `${name}.png`);
  const isWritten = process.env['STEMMA_BASELINES'] === 'write';
  if (!isWritten && !existsSync(file))
    throw new Error(
      `There is no baseline for ${name} yet: STEMMA_BASELINES=write npx vitest run test/web, then check ${file}.`,
    );
  const now = await scaledDown(page, (await page.screenshot()).toString('base64'));
  if (isWritten) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, Buffer.from(now.png, 'base64'));
    return 0;
  }
  const before = await scaledDown(page, readFileSync(file).toString('base64'));
  const differences = now.grey.map((value, index) => Math.abs(value - before.grey[index]!) / 255);
  return differences.reduce((all, each) => all + each, 0) / differences.length;
}

/** A small grey version. The page we look at makes it: another window would cost more than the rest. */
function scaledDown(page: Page, png: string): Promise<{ readonly png: string; readonly grey: readonly number[] }> {
  return page.evaluate(async (data) => {
    // From bytes, because our content security policy forbids data URLs.
    const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0)!);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const [width, height] = [140, Math.round((140 * image.height) / image.width)];
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, height);
    const { data: pixels } = context.getImageData(0, 0, width, height);
    const grey = Array.from(
      { length: width * height },
      (_, at) => 0.3 * pixels[4 * at]! + 0.59 * pixels[4 * at + 1]! + 0.11 * pixels[4 * at + 2]!,
    );
    return { png: canvas.toDataURL('image/png').split(',')[1]!, grey };
  }, png);
}
