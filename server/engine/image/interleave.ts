export function join(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const joined = new Uint8Array(alpha.length * 4);
  for (let pixel = 0; pixel < alpha.length; pixel += 1) {
    joined[pixel * 4] = rgb[pixel * 3] ?? 0;
    joined[pixel * 4 + 1] = rgb[pixel * 3 + 1] ?? 0;
    joined[pixel * 4 + 2] = rgb[pixel * 3 + 2] ?? 0;
    joined[pixel * 4 + 3] = alpha[pixel] ?? 0;
  }
  return joined;
}
