import {
  bundled,
  compressed,
  degradations,
  degraded,
  photos,
  rawOf,
} from '../../server/engine/testing/degraded.ts';
import { type Picture, pixelsOf, psnr, ssim } from '../../server/engine/testing/quality.ts';
import { runOrKeep } from '../../server/engine/testing/run-body.ts';

const functions = ['better', 'enhance', 'denoise'] as const;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** For the clean photo, the input equals the original, so the value may be infinite. */
const decibels = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '∞');

/** Returns the picture at the size of another one, for a comparison. */
const fitted = (picture: Picture, { width, height }: Picture) =>
  picture.width === width
    ? picture
    : pixelsOf(rawOf(picture).resize(width, height, { fit: 'fill', kernel: 'lanczos3' }));

/** Returns a photo, and a compressed copy of half its size for the enlargement. */
async function enlargedRow(photo: string) {
  const whole = await bundled(photo);
  const [width, height] = [whole.width & ~1, whole.height & ~1];
  const original = await pixelsOf(rawOf(whole).extract({ left: 0, top: 0, width, height }));
  const half = await pixelsOf(rawOf(original).resize(width / 2, height / 2));
  return { original, input: await compressed(half, 50) };
}

const rows = [
  ...degradations.map(({ name, ...row }) => ({
    name,
    make: (photo: string) => degraded(photo, { name, ...row }),
  })),
  { name: 'half size, JPEG 50, enlarged back', make: enlargedRow },
];

/**
 * Prints the quality of the improving functions for clean and poor photos, with default options.
 * Each figure is the mean PSNR (in decibels) and SSIM of the results, compared with the known
 * original. The lines below show each photo. "Make it better" enlarges only in the last row,
 * because the other rows compare at the size of the input.
 */
export async function printQualityTable(modelsDir: string): Promise<void> {
  const rowsOf = new Map<string, string[]>(['mean', ...photos].map((name) => [name, []]));
  for (const row of rows) {
    const all: number[][] = [];
    for (const photo of photos) {
      const { original, input } = await row.make(photo);
      const pictures: Picture[] = [await fitted(input, original)];
      for (const code of functions) {
        const size = input.width !== original.width;
        const options = code === 'better' ? { size } : {};
        pictures.push(await fitted(await runOrKeep(modelsDir, code, input, options), original));
      }
      const figures = pictures.flatMap((one) => [psnr(one, original), ssim(original, one)]);
      all.push(figures);
      rowsOf.get(photo)?.push(lineOf(row.name, figures));
    }
    const [first = []] = all;
    const means = first.map((_, column) => mean(all.map((figures) => figures[column] ?? 0)));
    rowsOf.get('mean')?.push(lineOf(row.name, means));
  }
  for (const [photo, lines] of rowsOf) {
    console.log(`\n| ${photo} | input | ${functions.join(' | ')} |`);
    console.log(`| --- |${' --- |'.repeat(functions.length + 1)}`);
    for (const line of lines) console.log(line);
  }
}

function lineOf(name: string, figures: readonly number[]): string {
  const cells: string[] = [];
  for (let at = 0; at < figures.length; at += 2) {
    cells.push(`${decibels(figures[at] ?? 0)}, ${(figures[at + 1] ?? 0).toFixed(4)}`);
  }
  return `| ${name} | ${cells.join(' | ')} |`;
}
