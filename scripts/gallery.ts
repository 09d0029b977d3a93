import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import type { GalleryState } from '../src/devtools/gallery/gallery-data.ts';
import { ensureBrowser } from './ensure-browser.ts';
import { AcceptedPictures } from './gallery/accepted.ts';
import { type Environment, readEnvironment, whyOther } from './gallery/environment.ts';
import { Findings } from './gallery/findings.ts';
import { encode } from './gallery/picture.ts';
import { serveBuild } from './gallery/serve-build.ts';
import { buildGallery } from './gallery/states.ts';
import { takePictures } from './gallery/take-pictures.ts';
import { allVariants, usualVariants, type Variant } from './gallery/variants.ts';
import { ensureBuild, root } from './prepare.ts';

const usage = `npm run gallery                    every state in ${usualVariants.map(({ name }) => name).join(', ')},
                                   compared with the accepted pictures
npm run gallery -- --only task     a chart, or the beginning of a state's id
npm run gallery -- --all           seven languages, two themes, two widths; only rendered
npm run gallery -- --accept        what is rendered now becomes the accepted pictures
npm run gallery -- --photos        photographs as they are; only rendered
npm run gallery -- --json          one JSON object as the last line`;

const fail = (sentence: string): never => {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
};

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        all: { type: 'boolean', default: false },
        accept: { type: 'boolean', default: false },
        photos: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const options = readOptions();
if (options.accept && (options.all || options.photos)) {
  fail('Pictures are accepted of the usual variants, with flat photographs.');
}

/** A whole chart, or states whose id begins with the words. */
const isWanted = (state: string): boolean =>
  options.only === undefined ||
  state.startsWith(options.only.includes('/') ? options.only : `${options.only}/`);

function wantedStates(states: readonly GalleryState[]): readonly GalleryState[] {
  const wanted = states.filter(({ id }) => isWanted(id));
  const charts = [...new Set(states.map(({ chart }) => chart))].join(', ');
  if (wanted.length > 0) return wanted;
  return fail(`The gallery has no chart or state “${options.only}”; its charts are ${charts}.`);
}

/** Why nothing is compared; null when everything is. */
function whyNot(accepted: Environment | null, here: Environment): string | null {
  if (options.accept) return null;
  if (options.all) return 'pictures are only accepted of some variants';
  if (options.photos) return 'accepted pictures have flat photographs';
  if (!accepted) return 'no picture has been accepted yet';
  const reasons = whyOther(accepted, here);
  return reasons.length > 0 ? reasons.join(', and ') : null;
}

const started = performance.now();
const output = join(root, '.cache', 'gallery');
const accepted = new AcceptedPictures(join(root, 'tests', 'gallery', 'accepted'));
const { states: every, problems } = buildGallery();
const states = wantedStates(every);
const variants: readonly Variant[] = options.all ? allVariants : usualVariants;

ensureBuild('development');
const served = await serveBuild({ flat: !options.photos });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const findings = new Findings(output);
let compared = 0;
let pictures = 0;
let reason: string | null = null;
try {
  const here = await readEnvironment(browser);
  reason = whyNot(accepted.environment(), here);
  for (const variant of variants) {
    await takePictures({ browser, url: served.url, variant, states }, async (taken) => {
      pictures += 1;
      await findings.keep(taken);
      if (options.accept) {
        accepted.write(variant.name, taken.state, await encode(taken.picture, 6));
      } else if (reason === null) {
        compared += 1;
        await findings.hold(taken, accepted);
      }
    });
    const known = new Set(every.map(({ id }) => id));
    const stale = accepted.states(variant.name).filter((id) => isWanted(id) && !known.has(id));
    if (options.accept) for (const id of stale) accepted.remove(variant.name, id);
    else if (reason === null) findings.addStale(variant.name, stale);
    console.log(`${variant.name}: ${states.length} states`);
  }
  if (options.accept) accepted.writeEnvironment(here);
} finally {
  await browser.close();
  await served.stop();
}

for (const problem of problems) console.error(problem);
for (const { variant, state, says } of findings.all) console.error(`${variant}: ${state} ${says}`);
const report = findings.writeReport();
const seconds = Math.round((performance.now() - started) / 100) / 10;
if (report) console.log(`What to look at: ${relative(root, report)}`);
if (options.accept) console.log(`${pictures} pictures are accepted.`);
else if (reason)
  console.log(`${pictures} pictures are in .cache/gallery; none was compared: ${reason}.`);
else console.log(`${compared} pictures were compared, ${findings.all.length} findings.`);
console.log(`${seconds} s`);
const isClean = findings.all.length === 0 && problems.length === 0;
if (options.json) {
  const count = (kind: string) => findings.all.filter((one) => one.kind === kind).length;
  const figures = {
    states: states.length,
    variants: variants.length,
    pictures,
    compared,
    differences: count('difference'),
    unknown: count('unknown'),
    stale: count('stale'),
    faults: count('fault') + problems.length,
    seconds,
  };
  const found = findings.all.map(({ kind, variant, state, says }) => ({
    kind,
    variant,
    state,
    says,
  }));
  console.log(JSON.stringify({ name: 'gallery', ...figures, notCompared: reason, found }));
}
process.exitCode = isClean ? 0 : 1;
