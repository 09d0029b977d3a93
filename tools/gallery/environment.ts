import { createHash } from 'node:crypto';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';

/** Everything about a machine that changes how a page is drawn. */
export type Environment = {
  /** name and version of the browser */
  browser: string;
  /** digest of how this machine draws letters of every script and weight that the product uses */
  letters: string;
  /** versions of the libraries that scale pictures */
  imaging: string;
};

const families = [
  '-apple-system, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif',
  '-apple-system, "Hiragino Sans", "Yu Gothic UI", "Yu Gothic Medium", Meiryo, "Noto Sans JP", "Noto Sans CJK JP", system-ui, sans-serif',
  'ui-monospace, monospace',
];

const letters = 'Hamburgefonstiv 0123456789 ÄÖÜß éèç ñ ¿¡ ãõ “”„« … × → © 写真を選ぶ かなカナ';

const specimen = families
  .flatMap((family) =>
    [400, 600, 700].map((weight) => `<p style='font: ${weight} 15px/1.5 ${family}'>${letters}</p>`),
  )
  .join('');

export async function readEnvironment(browser: Browser): Promise<Environment> {
  const page = await browser.newPage({ viewport: { width: 900, height: 400 } });
  await page.setContent(`<!doctype html><body style="margin:8px">${specimen}`);
  const picture = await page.screenshot();
  await page.close();
  const { data } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return {
    browser: `${browser.browserType().name()} ${browser.version()}`,
    letters: createHash('sha256').update(data).digest('hex'),
    imaging: `sharp ${sharp.versions.sharp}, libvips ${sharp.versions.vips}`,
  };
}

const words: Record<keyof Environment, string> = {
  browser: 'the browser is another',
  letters: 'the fonts draw other letters',
  imaging: 'the library that makes pictures smaller is another',
};

/** Why pictures of the two environments cannot be compared; empty when they can. */
export function whyOther(accepted: Environment, here: Environment): string[] {
  const parts = Object.keys(words) as (keyof Environment)[];
  return parts
    .filter((part) => accepted[part] !== here[part])
    .map((part) =>
      part === 'letters'
        ? words.letters
        : `${words[part]} (${here[part]} here, ${accepted[part]} there)`,
    );
}
