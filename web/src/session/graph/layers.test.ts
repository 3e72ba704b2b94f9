import { expect, test } from 'vitest';
import { layered } from './layers.ts';

test('every edge leads down', () => {
  const { layers } = layered(
    [1, 2, 3, 4, 5],
    [
      { from: 1, to: 2 },
      { from: 1, to: 4 },
      { from: 2, to: 4 },
      { from: 3, to: 5 },
      { from: 4, to: 5 },
    ],
  );
  const at = (id: number) => layers.findIndex((layer) => layer.includes(id));
  expect([at(1), at(2), at(4), at(5)]).toEqual([0, 1, 2, 3]);
  // What nothing leads to is next to what it leads to.
  expect(at(3)).toBe(2);
});

test('nodes stand below those they come from', () => {
  const { layers } = layered(
    [1, 2, 3, 4],
    [
      { from: 1, to: 4 },
      { from: 2, to: 3 },
    ],
  );
  expect(layers[0]!.indexOf(1) < layers[0]!.indexOf(2)).toBe(layers[1]!.indexOf(4) < layers[1]!.indexOf(3));
});

test('a ring and nodes that are not there do no harm', () => {
  expect(
    layered(
      [1, 2],
      [
        { from: 1, to: 2 },
        { from: 2, to: 1 },
        { from: 7, to: 1 },
      ],
    ).layers,
  ).toEqual([[1], [2]]);
  expect(layered([], []).layers).toEqual([]);
});
