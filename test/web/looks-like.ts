import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from './browser.ts';

const folder = join(import.meta.dirname, 'looks');

/**
 * How far a page is from what it looked like when somebody last looked, from 0 to 1: both are made small and grey
 * first, so that a font drawn by another version of the browser is nothing and a missing panel is much.
 * `STEMMA_LOOKS=write npm test` keeps new ones, to be looked at before they are committed.
 */
export async function differenceFromLook(page: Page, name: string): Promise<number> {
  const file = join(folder, `${name}.png`);
  const now = await small(page, (await page.screenshot()).toString('base64'));
  if (process.env['STEMMA_LOOKS'] === 'write') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, Buffer.from(now.png, 'base64'));
    return 0;
  }
  if (!existsSync(file))
    throw new Error(
      `Nobody has looked at ${name} yet: STEMMA_LOOKS=write npx vitest run test/web, then look at ${file}.`,
    );
  const before = await small(page, readFileSync(file).toString('base64'));
  const apart = now.grey.map((value, index) => Math.abs(value - before.grey[index]!) / 255);
  return apart.reduce((all, each) => all + each, 0) / apart.length;
}

/** In the browser, which knows pictures. A page of its own: the policy of ours allows no such thing. */
async function small(page: Page, png: string): Promise<{ readonly png: string; readonly grey: readonly number[] }> {
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
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
  } finally {
    await blank.close();
  }
}
