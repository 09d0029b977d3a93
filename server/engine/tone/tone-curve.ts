import type { CurveSettings } from './analyse.ts';

const curveSteps = 1024;

/** Levels above `shoulder` and below `toe` are compressed instead of cut off. */
const shoulder = 0.85;
const highest = 0.98;
const toe = 0.04;

/** Returns the curve of brightness as a table: level by input from 0 to 1, both ends included. */
export function toneCurve({ black, white, gamma, most, lift }: CurveSettings): Float32Array {
  const levelOf = (value: number) => (value - black) / (white - black);
  const top = levelOf(most);
  return Float32Array.from({ length: curveSteps + 1 }, (_, step) => {
    const level = compressed(levelOf(step / curveSteps), { black, top });
    return lifted(Math.max(0, Math.min(1, level)) ** gamma, lift);
  });
}

/** From this level on, the lift of dark levels becomes weaker. It ends at white. */
const fading = 0.4;

/** Brightens dark levels by an exponent. Bright levels keep their differences. */
function lifted(level: number, exponent: number): number {
  const share = Math.max(0, (level - fading) / (1 - fading));
  const weight = 1 - share * share * (3 - 2 * share);
  return level + (level ** exponent - level) * weight;
}

/** Compresses a level near black or white. `top` is the highest level in the photo. */
function compressed(level: number, { black, top }: { black: number; top: number }): number {
  const low = Math.min(toe, black);
  if (level < low) return low * Math.exp((level - low) / low);
  if (top <= 1 || level <= shoulder) return level;
  const power = (top - shoulder) / (highest - shoulder);
  const left = Math.max(0, 1 - (level - shoulder) / (top - shoulder));
  return shoulder + (highest - shoulder) * (1 - left ** power);
}
