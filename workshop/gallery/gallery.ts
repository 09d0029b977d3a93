import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuild, root } from '../../tools/build/prepare.ts';
import { ensureBrowser } from '../../tools/testing/ensure-browser.ts';
import { chooseWanted, fail, readOptions } from './gallery-options.ts';
import { serveBuild } from './serve-build.ts';
import { buildGallery } from './states.ts';
import { takePictures } from './take-pictures.ts';
import { allVariants, usualVariants } from './variants.ts';

/* Takes a picture of every state of the gallery, and fails on every fault of a page. */
const output = join(root, '.cache', 'gallery');
const options = readOptions();

const started = performance.now();
const gallery = buildGallery();
const states = chooseWanted(gallery.states, options.only);
if (typeof states === 'string') fail(states);
const variants = options.all ? allVariants : usualVariants;

ensureBuild('development');
rmSync(output, { recursive: true, force: true });
const served = await serveBuild(gallery);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const found = [...gallery.problems];
try {
  for (const variant of variants) {
    const task = { browser, url: served.url, variant, states };
    await takePictures(task, ({ state, png, faults }) => {
      const file = join(output, variant.name, `${state}.png`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, png);
      found.push(...faults.map((says) => `${variant.name}: ${state}: ${says}`));
    });
    console.log(`${variant.name}: ${states.length} states`);
  }
} finally {
  await browser.close();
  await served.stop();
}

for (const sentence of found) console.error(sentence);
const pictures = states.length * variants.length;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${pictures} pictures are in ${relative(root, output)}, ${found.length} faults; ${seconds} s`,
);
process.exitCode = found.length === 0 ? 0 : 1;
