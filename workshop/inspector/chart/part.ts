import type { Arrow, Box } from './drawing.ts';

/** `states` shows only the names of states, which stay readable in a small picture. */
export type Detail = 'full' | 'states';

export const padding = 16;

/** A state with its contents. Positions are relative to its upper left corner. */
export type Part = { width: number; height: number; boxes: Box[]; arrows: Arrow[] };

export const moved = (part: Part, x: number, y: number): Pick<Part, 'boxes' | 'arrows'> => ({
  boxes: part.boxes.map((box) => ({ ...box, x: box.x + x, y: box.y + y })),
  arrows: part.arrows.map((arrow) => ({
    ...arrow,
    points: arrow.points.map((point) => ({ x: point.x + x, y: point.y + y })),
    label: arrow.label && { ...arrow.label, x: arrow.label.x + x, y: arrow.label.y + y },
  })),
});

/**
 * Arranges regions in rows. Chooses the number of rows that gives a picture closest to the shape of
 * a page.
 */
export function placeRegions(parts: readonly Part[]): Part {
  const area = parts.reduce((sum, part) => sum + (part.width + 12) * (part.height + 12), 0);
  const widest = Math.max(...parts.map((part) => part.width));
  const limit = Math.max(widest, Math.sqrt(area) * 1.45);
  const inside: Part = { width: 0, height: 0, boxes: [], arrows: [] };
  let x = 0;
  let y = 0;
  let lineHeight = 0;
  for (const part of parts) {
    if (x > 0 && x + part.width > limit) {
      x = 0;
      y += lineHeight + 12;
      lineHeight = 0;
    }
    const { boxes, arrows } = moved(part, x, y);
    inside.boxes.push(...boxes);
    inside.arrows.push(...arrows);
    inside.width = Math.max(inside.width, x + part.width);
    lineHeight = Math.max(lineHeight, part.height);
    inside.height = y + lineHeight;
    x += part.width + 12;
  }
  return inside;
}
