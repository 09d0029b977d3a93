export type CoverStyle = 'blur' | 'pixels' | 'solid';

/** Four bytes per pixel. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Two squares whose colours are mixed, and the share of the second. */
interface Mix {
  first: number;
  second: number;
  share: number;
}

const unmixed: Mix = { first: 0, second: 0, share: 0 };

/** The level that the server uses, in server/engine/cover. */
const solidLevel = 24;

/**
 * Averages squares of the area; `blur` interpolates between them. Returns a function that returns
 * the colours of a row: three values for each pixel of the area's width. Only the values from
 * `left` to `end` are computed, and the next call overwrites them.
 */
export function coverColours(
  picture: Picture,
  area: Area,
  { style, cell }: { style: CoverStyle; cell: number },
): (y: number, left: number, end: number) => Float64Array {
  const row = new Float64Array(area.width * 3).fill(solidLevel);
  if (style === 'solid') return () => row;
  const count = (length: number) => Math.min(length, Math.max(1, Math.round(length / cell)));
  const [columns, rows] = [count(area.width), count(area.height)];
  const means = averages(picture, area, { columns, rows });
  const mixes = style === 'blur' ? smooth : nearest;
  const [across, down] = [mixes(area.width, columns), mixes(area.height, rows)];
  const line = new Float64Array(columns * 3);
  return (y, left, end) => {
    const rowMix = down[y - area.top] ?? unmixed;
    for (let at = 0; at < line.length; at += 1) {
      const from = means[rowMix.first * line.length + at] ?? 0;
      const to = means[rowMix.second * line.length + at] ?? 0;
      line[at] = from + (to - from) * rowMix.share;
    }
    for (let x = left - area.left; x < end - area.left; x += 1) {
      const mix = across[x] ?? unmixed;
      for (let channel = 0; channel < 3; channel += 1) {
        const from = line[mix.first * 3 + channel] ?? 0;
        const to = line[mix.second * 3 + channel] ?? 0;
        row[x * 3 + channel] = from + (to - from) * mix.share;
      }
    }
    return row;
  };
}

/** Returns the mix for each pixel of a side: the square that contains it. */
function nearest(length: number, count: number): Mix[] {
  return Array.from({ length }, (_, at) => {
    const square = Math.floor((at * count) / length);
    return { first: square, second: square, share: 0 };
  });
}

/** Returns the mix for each pixel of a side: the two squares with the nearest centres. */
function smooth(length: number, count: number): Mix[] {
  const within = (square: number) => Math.min(count - 1, Math.max(0, square));
  return Array.from({ length }, (_, at) => {
    const place = ((at + 0.5) * count) / length - 0.5;
    const square = Math.floor(place);
    return { first: within(square), second: within(square + 1), share: place - square };
  });
}

/** Returns the mean colours of the area's squares, three values each. */
function averages(
  { width, data }: Picture,
  area: Area,
  { columns, rows }: { columns: number; rows: number },
): Float64Array {
  const [across, down] = [nearest(area.width, columns), nearest(area.height, rows)];
  const means = new Float64Array(columns * rows * 3);
  const counts = new Float64Array(columns * rows);
  for (const [y, row] of down.entries()) {
    let from = ((area.top + y) * width + area.left) * 4;
    for (const column of across) {
      const square = row.first * columns + column.first;
      counts[square] = (counts[square] ?? 0) + 1;
      for (let channel = 0; channel < 3; channel += 1) {
        const to = square * 3 + channel;
        means[to] = (means[to] ?? 0) + (data[from + channel] ?? 0);
      }
      from += 4;
    }
  }
  return means.map((sum, at) => sum / (counts[Math.floor(at / 3)] ?? 1));
}
