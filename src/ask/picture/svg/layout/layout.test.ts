import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layout, spacing } from './layout.ts';
import type { Diagram, Layout } from './layout.ts';

const box = { width: 200, height: 60, startsRow: false };

function diagram(boxes: number, ...arrows: readonly (readonly [from: number, to: number])[]): Diagram {
  return {
    boxes: Array.from({ length: boxes }, () => box),
    arrows: arrows.map(([from, to]) => ({ from, to, style: 'plain', strength: 1 })),
  };
}

/** Any history: boxes of different heights, each with arrows from earlier ones, now and then one against the time. */
const histories = fc
  .array(
    fc.record({
      height: fc.constantFrom(40, 60, 75),
      startsRow: fc.boolean(),
      causes: fc.array(
        fc.record({
          back: fc.integer({ min: -2, max: 30 }),
          strength: fc.double({ min: 0, max: 1, noNaN: true }),
          style: fc.constantFrom('a', 'b'),
        }),
        { maxLength: 4 },
      ),
    }),
    { maxLength: 60 },
  )
  .map((steps): Diagram => ({
    boxes: steps.map(({ height, startsRow }) => ({ width: 200, height, startsRow })),
    arrows: steps.flatMap(({ causes }, to) =>
      [...new Map(causes.map((cause) => [to - cause.back, cause]))]
        .filter(([from]) => from >= 0 && from < steps.length && from !== to)
        .map(([from, { strength, style }]) => ({ from, to, strength, style })),
    ),
  }));

const each = (holds: (layout: Layout, diagram: Diagram) => void) =>
  fc.assert(
    fc.property(histories, (one) => holds(layout(one), one)),
    { numRuns: 60 },
  );

describe('whatever is laid out', () => {
  test('no two boxes touch, and all are within the picture', () => {
    each(({ boxes, width, height }, { boxes: sizes }) => {
      const placed = boxes.map(({ x, y }, at) => ({
        left: x,
        right: x + sizes[at]!.width,
        top: y,
        bottom: y + sizes[at]!.height,
      }));
      for (const one of placed) {
        expect(one.left).toBeGreaterThanOrEqual(-0.5);
        expect(one.right).toBeLessThanOrEqual(width + 0.5);
        expect(one.bottom).toBeLessThanOrEqual(height + 0.5);
      }
      placed.forEach((a, at) => {
        for (const b of placed.slice(at + 1))
          expect(a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top).toBe(true);
      });
    });
  });

  test('time runs downwards', () => {
    each(
      ({ boxes }) => void expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).toSorted((a, b) => a - b)),
    );
  });

  test('a line begins below its cause, ends above its effect, and runs through no box', () => {
    each(({ boxes, routes }, { boxes: sizes, arrows }) => {
      routes.forEach(({ whole, isStub, end }, at) => {
        const { from, to } = arrows[at]!;
        expect(end.y).toBe(boxes[to]!.y);
        expect(end.x).toBeGreaterThan(boxes[to]!.x);
        expect(end.x).toBeLessThan(boxes[to]!.x + sizes[to]!.width);
        if (isStub) return;
        expect(Number(/^M\S+ (\S+?)[CV]/.exec(whole)![1])).toBeCloseTo(boxes[from]!.y + sizes[from]!.height, 0);
        for (const { x, top, bottom } of straightParts(whole)) {
          boxes.forEach((corner, other) => {
            const crosses =
              x > corner.x &&
              x < corner.x + sizes[other]!.width &&
              top < corner.y + sizes[other]!.height - 1 &&
              bottom > corner.y + 1;
            expect(crosses, `${whole} through box ${other}`).toBe(false);
          });
        }
      });
    });
  });

  test('it is never wider than a screen', () => {
    const widest = spacing.boxesInRow * 200 + spacing.boxesInRow * spacing.betweenBoxes + spacing.lanesInRow * 20;
    each(({ width }) => void expect(width).toBeLessThan(2 * widest));
  });
});

test('what follows from each other is below each other; what does not is side by side', () => {
  const { boxes } = layout(diagram(3, [0, 1], [0, 2]));
  expect(boxes[1]!.y).toBe(boxes[2]!.y);
  expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y);
});

test('arrows out of one box share a line as far as they go together', () => {
  const { routes } = layout(diagram(6, [0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [0, 4], [0, 5]));
  const [toFourth, toFifth] = [routes[5]!, routes[6]!];
  expect(toFourth.bundle).toBe(toFifth.bundle);
  expect(toFifth.length).toBe(toFourth.length + 1);
  expect(toFourth.tail.length).toBeLessThan(toFourth.whole.length);
});

test('an arrow against the time, and one too many, only say where they come from', () => {
  expect(layout(diagram(2, [1, 0])).routes[0]).toMatchObject({ isStub: true });
  const chain = Array.from({ length: 39 }, (_, at) => [at, at + 1] as const);
  const far = Array.from({ length: 20 }, (_, at) => [at, at + 20] as const);
  const { routes } = layout(diagram(40, ...chain, ...far));
  expect(routes.slice(0, 39).every(({ isStub }) => !isStub)).toBe(true);
  expect(routes.slice(39).filter(({ isStub }) => isStub)).not.toHaveLength(0);
});

test('two thousand boxes are laid out, each in a place of its own', () => {
  const arrows = Array.from(
    { length: 1_990 },
    (_, at) =>
      [
        [at, at + 1],
        [at, at + 1 + (at % 9)],
      ] as const,
  )
    .flat()
    .filter(([from, to], at) => at % 2 === 0 || to > from + 1);
  const { boxes } = layout(diagram(2_000, ...arrows));
  expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(2_000);
});

/** The vertical parts of a path made of M, C and V. */
function straightParts(path: string): readonly { readonly x: number; readonly top: number; readonly bottom: number }[] {
  const parts: { x: number; top: number; bottom: number }[] = [];
  let [x, y] = [0, 0];
  for (const [, command, numbers] of path.matchAll(/([MCV])([^MCV]*)/g)) {
    const values = numbers!.trim().split(' ').map(Number);
    if (command === 'V') {
      parts.push({ x, top: Math.min(y, values[0]!), bottom: Math.max(y, values[0]!) });
      y = values[0]!;
    } else [x, y] = [values.at(-2)!, values.at(-1)!];
  }
  return parts;
}
