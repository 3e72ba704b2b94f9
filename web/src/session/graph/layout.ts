export const nodeWidth = 204;
export const nodeHeight = 44;
const gapX = 18;
const gapY = 36;
const margin = 20;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  readonly at: ReadonlyMap<number, Point>;
  readonly width: number;
  readonly height: number;
}

/** Positions of nodes in layers, on an area at least as large as the window. */
export function layoutLayers(
  layers: readonly (readonly number[])[],
  windowWidth: number,
  windowHeight: number,
): Layout {
  const broadest = layers.reduce((max, { length }) => Math.max(max, length), 1);
  const width = Math.max(windowWidth, broadest * (nodeWidth + gapX) + 2 * margin + sideRoom * 2);
  const tall = layers.length * (nodeHeight + gapY) - gapY;
  const height = Math.max(windowHeight, tall + 2 * margin);
  const top = Math.max(margin, (height - tall) / 2);
  const at = new Map<number, Point>();
  for (const [row, layer] of layers.entries()) {
    for (const [column, id] of layer.entries())
      at.set(id, {
        x: width / 2 + (column - (layer.length - 1) / 2) * (nodeWidth + gapX) - nodeWidth / 2,
        y: top + row * (nodeHeight + gapY),
      });
  }
  return { at, width, height };
}

/** Positions of nodes in rows that share a left edge. */
export function layoutRows(rows: readonly (readonly number[])[], windowWidth: number, windowHeight: number): Layout {
  const broadest = rows.reduce((max, { length }) => Math.max(max, length), 1);
  const broad = broadest * (nodeWidth + gapX * 2);
  const width = Math.max(windowWidth, broad + 2 * margin + sideRoom);
  const tall = rows.length * (nodeHeight + gapY) - gapY;
  const height = Math.max(windowHeight, tall + 2 * margin);
  const left = Math.max(sideRoom, (width - broad) / 2);
  const top = Math.max(margin, Math.min((height - tall) / 2, 60));
  const at = new Map<number, Point>();
  for (const [row, ids] of rows.entries())
    for (const [column, id] of ids.entries())
      at.set(id, { x: left + column * (nodeWidth + gapX * 2), y: top + row * (nodeHeight + gapY) });
  return { at, width, height };
}

/** Room for edges that go around other layers. */
const sideRoom = 120;

/**
 * A line from the bottom of one node to the top of another, and its arrowhead. A line that would cross nodes goes
 * around them.
 */
export function pathOf(from: Point, to: Point, width: number): { readonly line: string; readonly tip: string } {
  if (from.y === to.y) {
    const [start, end, y] = [from.x + nodeWidth, to.x - 5, from.y + nodeHeight / 2];
    return { line: `M${start} ${y}L${end} ${y}`, tip: `M${end + 4} ${y}l-7 -3.5v7z` };
  }
  const [x1, y1] = [from.x + nodeWidth / 2, from.y + nodeHeight];
  const [x2, y2] = [to.x + nodeWidth / 2, to.y - 5];
  const tip = `M${x2} ${y2 + 4}l-3.5 -7h7z`;
  const isFar = y2 - y1 > gapY * 1.6;
  if (isFar && Math.abs(x2 - x1) < nodeWidth * 0.6) {
    const layersBetween = Math.round((y2 - y1) / (nodeHeight + gapY));
    const side = x1 + (x1 > width / 2 + 1 ? 1 : -1) * (nodeWidth * 0.54 + 10 * Math.min(8, layersBetween));
    return {
      line: `M${x1} ${y1}C${x1} ${y1 + 26} ${side} ${y1 + 10} ${side} ${y1 + 48}L${side} ${y2 - 48}C${side} ${y2 - 10} ${x2} ${y2 - 26} ${x2} ${y2}`,
      tip,
    };
  }
  const bend = isFar ? 60 : Math.max(14, (y2 - y1) / 2);
  return { line: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`, tip };
}
