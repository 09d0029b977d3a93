import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** Returns the picture of the file that a press saves. `at` takes shares of the sides. */
export async function savedPicture(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  const path = await download.path();
  const { format } = await sharp(path).metadata();
  const { data, info } = await sharp(path)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ([x, y]: readonly [number, number]) => {
    const pixel = Math.floor(y * info.height) * info.width + Math.floor(x * info.width);
    return [...data.subarray(pixel * 4, pixel * 4 + 4)];
  };
  const alpha = data.filter((_, index) => index % 4 === 3);
  return { name: download.suggestedFilename(), format, info, at, alpha };
}
