import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { ensureBuild, root } from '../tools/build/prepare.ts';
import { AcceptedPictures } from '../tools/gallery/accepted.ts';
import { type Environment, readEnvironment, whyOther } from '../tools/gallery/environment.ts';
import { Findings } from '../tools/gallery/findings.ts';
import { chooseWanted, fail, readOptions } from '../tools/gallery/gallery-options.ts';
import { runGallery } from '../tools/gallery/gallery-run.ts';
import { serveBuild } from '../tools/gallery/serve-build.ts';
import { buildGallery } from '../tools/gallery/states.ts';
import { allVariants, usualVariants } from '../tools/gallery/variants.ts';
import { ensureBrowser } from '../tools/testing/ensure-browser.ts';

/*
 * Takes a picture of every state of the gallery, compares it with the accepted one if browser and
 * fonts are the same, and fails on every finding.
 */
const output = join(root, '.cache', 'gallery');
const options = readOptions();

/** Why nothing is compared; null when everything is. */
function whyNot(made: Environment | null, here: Environment): string | null {
  if (options.accept) return null;
  if (options.all) return 'pictures are only accepted of some variants';
  if (options.photos) return 'accepted pictures have flat photographs';
  if (!made) return 'no picture has been accepted yet';
  const reasons = whyOther(made, here);
  return reasons.length > 0 ? reasons.join(', and ') : null;
}

const started = performance.now();
const gallery = buildGallery();
const { states: every, problems } = gallery;
const states = chooseWanted(every, options.only);
if (typeof states === 'string') fail(states);
const variants = options.all ? allVariants : usualVariants;

ensureBuild('development');
const accepted = new AcceptedPictures(join(root, 'tests', 'gallery', 'accepted'));
const findings = new Findings(output);
const served = await serveBuild({ flat: !options.photos, gallery });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const here = await readEnvironment(browser);
const reason = whyNot(accepted.environment(), here);
const purpose = options.accept ? 'accept' : reason === null ? 'compare' : 'render';
let pictures = 0;
try {
  pictures = await runGallery({
    browser,
    url: served.url,
    variants,
    states,
    every,
    accepted,
    findings,
    purpose,
    isTrue: options.photos,
    onVariant: ({ name }) => console.log(`${name}: ${states.length} states`),
  });
  if (options.accept) accepted.writeEnvironment(here);
} finally {
  await browser.close();
  await served.stop();
}

for (const problem of problems) console.error(problem);
for (const { variant, state, says } of findings.all) console.error(`${variant}: ${state}: ${says}`);
const report = findings.writeReport();
if (report) console.log(`To be looked at: ${relative(root, report)}`);

const outcomes = {
  accept: `${pictures} pictures are accepted.`,
  compare: `${pictures} pictures were compared, ${findings.all.length} findings.`,
  render: `${pictures} pictures are in ${relative(root, output)}; none was compared: ${reason}.`,
};
console.log(outcomes[purpose]);
const seconds = Math.round((performance.now() - started) / 100) / 10;
console.log(`${seconds} s`);

if (options.json) {
  const count = (kind: string) => findings.all.filter((one) => one.kind === kind).length;
  const figures = {
    states: states.length,
    variants: variants.length,
    pictures,
    compared: purpose === 'compare' ? pictures : 0,
    differences: count('difference'),
    unknown: count('unknown'),
    stale: count('stale'),
    faults: count('fault') + problems.length,
    seconds,
  };
  const found = findings.all.map(({ files: _, ...finding }) => finding);
  console.log(JSON.stringify({ name: 'gallery', ...figures, notCompared: reason, found }));
}
process.exitCode = findings.all.length + problems.length === 0 ? 0 : 1;
