import type { Page } from 'playwright-core';

/** One way of moving through a session, as a person does it: with a wheel, a pointer or keys. */
export interface Movement {
  readonly what: string;
  /** Brings the page to where it begins. */
  readonly prepare: (page: Page) => Promise<void>;
  readonly move: (page: Page) => Promise<void>;
  /** Nothing need be scrolled by it. */
  readonly isStill?: boolean;
}

const seconds = 3;
const readingSpeed = 1_500;
const flingSpeed = 12_000;

/** In each view, where it has a list: slowly and fast with the wheel, along the mini-map, and to places far away. */
export const movements: readonly Movement[] = [
  { what: 'timeline, wheel', prepare: press('1', 'g'), move: wheel(readingSpeed) },
  { what: 'timeline, fast wheel', prepare: press('1', 'g'), move: wheel(flingSpeed) },
  { what: 'timeline, mini-map dragged', prepare: press('1', 'g'), move: dragRail },
  { what: 'timeline, jumps', prepare: press('1', 'g'), move: jump },
  { what: 'timeline, j held', prepare: press('1', 'g'), move: hold('j') },
  { what: 'timeline, wheel through why', prepare: press('1', 'Escape', 'G', 'N', 'w'), move: wheel(-readingSpeed) },
  // All turns of the tree are closed at first, and it has few rows.
  { what: 'tree, wheel', prepare: press('Escape', '2', 'Z', 'g'), move: wheel(readingSpeed) },
  { what: 'tree, fast wheel', prepare: press('g'), move: wheel(flingSpeed) },
  { what: 'tree, mini-map dragged', prepare: press('g'), move: dragRail },
  { what: 'graph, why of one failure after another', prepare: press('3', 'g'), move: ask, isStill: true },
  { what: 'time, wheel', prepare: press('Escape', '5', 'g'), move: wheel(readingSpeed) },
  { what: 'time, fast wheel', prepare: press('g'), move: wheel(flingSpeed) },
  { what: 'time, j held', prepare: press('g'), move: hold('j') },
  { what: 'time, p held', prepare: press('g'), move: hold('p') },
  { what: 'files, wheel', prepare: press('4'), move: wheel(readingSpeed) },
  { what: 'files, fast wheel', prepare: press('4'), move: wheel(flingSpeed) },
];

export function wheel(speed: number): Movement['move'] {
  return async (page) => {
    const control = await page.context().newCDPSession(page);
    await control.send('Input.synthesizeScrollGesture', {
      x: 500,
      y: 500,
      yDistance: -speed * seconds,
      speed: Math.abs(speed),
      gestureSourceType: 'mouse',
      preventFling: true,
    });
    await control.detach();
  };
}

function press(...keys: readonly string[]): Movement['prepare'] {
  return async (page) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
    await page.waitForTimeout(700);
  };
}

/** From one end to the other and back. */
async function dragRail(page: Page): Promise<void> {
  const { x, top, height } = await rail(page);
  await page.mouse.move(x, top + 2);
  await page.mouse.down();
  const began = performance.now();
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    const way = (passed / (seconds * 1000)) * 2;
    await page.mouse.move(x, top + height * (way < 1 ? way : 2 - way));
  }
  await page.mouse.up();
}

/** To another place ten times a second, far from the one before. */
async function jump(page: Page): Promise<void> {
  const { x, top, height } = await rail(page);
  for (let n = 1; n <= seconds * 10; n += 1) {
    await page.mouse.click(x, top + ((n * 0.618) % 1) * height);
    await page.waitForTimeout(100);
  }
}

/** As keyboards repeat a key that is held: thirty times a second. */
function hold(key: string): Movement['move'] {
  return async (page) => {
    for (let n = 0; n < seconds * 30; n += 1)
      await Promise.all([page.keyboard.press(key), page.waitForTimeout(1000 / 30)]);
  };
}

async function ask(page: Page): Promise<void> {
  for (let n = 0; n < seconds * 3; n += 1) {
    for (const key of ['n', 'w', 'Escape']) await Promise.all([page.keyboard.press(key), page.waitForTimeout(110)]);
  }
}

async function rail(page: Page): Promise<{ readonly x: number; readonly top: number; readonly height: number }> {
  const box = (await page.getByRole('scrollbar').boundingBox())!;
  return { x: box.x + box.width / 2, top: box.y, height: box.height - 4 };
}
