import { degradations, degraded, photos } from '../../server/engine/testing/degraded.ts';
import { type Picture, psnr, ssim } from '../../server/engine/testing/quality.ts';
import { runBody } from '../../server/engine/testing/run-body.ts';

const functions = ['enhance', 'denoise'] as const;

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The clean photo is itself the original. */
const decibels = (value: number) => (Number.isFinite(value) ? value.toFixed(2) : '∞');

/**
 * Prints what the improving functions make of clean and of poor photos, by default options. Each
 * figure is PSNR in decibels and SSIM to the known original, the mean of the photos; below them the
 * photos one by one.
 */
export async function printQualityTable(modelsDir: string): Promise<void> {
  const rowsOf = new Map<string, string[]>(['mean', ...photos].map((name) => [name, []]));
  for (const row of degradations) {
    const all: number[][] = [];
    for (const photo of photos) {
      const { original, input } = await degraded(photo, row);
      const pictures: Picture[] = [input];
      for (const code of functions) pictures.push(await runBody(modelsDir, code, input));
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
