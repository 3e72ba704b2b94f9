import { expect, test } from 'vitest';
import { assignLayers } from './layers.ts';

test('every edge points down', () => {
  const { layers } = assignLayers(
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
  // A node without causes is placed next to its effect.
  expect(at(3)).toBe(2);
});

test('nodes are placed below their causes', () => {
  const { layers } = assignLayers(
    [1, 2, 3, 4],
    [
      { from: 1, to: 4 },
      { from: 2, to: 3 },
    ],
  );
  expect(layers[0]!.indexOf(1) < layers[0]!.indexOf(2)).toBe(layers[1]!.indexOf(4) < layers[1]!.indexOf(3));
});

test('cycles and edges to unknown nodes are ignored', () => {
  expect(
    assignLayers(
      [1, 2],
      [
        { from: 1, to: 2 },
        { from: 2, to: 1 },
        { from: 7, to: 1 },
      ],
    ).layers,
  ).toEqual([[1], [2]]);
  expect(assignLayers([], []).layers).toEqual([]);
});
