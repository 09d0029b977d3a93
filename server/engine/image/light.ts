const steps = 65_535;

const bytes = Uint8Array.from({ length: steps + 1 }, (_, step) => {
  const light = step / steps;
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(value * 255);
});

/** Converts linear light of 0 to 1 to an sRGB byte. Values outside of this range are clipped. */
export function linearToByte(light: number): number {
  return bytes[Math.round(Math.max(0, Math.min(1, light)) * steps)] ?? 0;
}
