import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { createEngine } from '../../server/engine/engine.ts';

/*
 * `node workshop/gallery/make-home-pictures.ts [--allow-missing]` makes public/home, the picture of
 * shared links, and public/samples. It uses the photos in tests/photos and the real engine, so the home
 * page shows real results. Run it again after a change of a function. The results are
 * committed.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const photo = (file: string) => join(root, 'tests', 'photos', file);
const home = (file: string) => join(root, 'public', 'home', file);
const isMissingAllowed = process.argv.includes('--allow-missing');

type Box = { left: number; top: number; width: number; height: number };
type Shape = { width: number; height: number };

const scratch = await mkdtemp(join(tmpdir(), 'home-pictures-'));
const engine = await createEngine({ modelsDir: join(root, 'models/built'), calibrate: false });
const offered = new Set(engine.functions().map(({ code }) => code));

/** Returns the function's result in full size, or null if the function is not available. */
async function run(code: string, input: Buffer): Promise<Buffer | null> {
  if (!offered.has(code)) {
    if (!isMissingAllowed) throw new Error(`The function ${code} is not available here.`);
    console.log(`The function ${code} is not available here; its pictures stay unchanged.`);
    return null;
  }
  const inputPath = join(scratch, `${code}.png`);
  await writeFile(inputPath, input);
  const outcome = await engine.run({
    id: code,
    code,
    options: {},
    inputPath,
    outputDir: scratch,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  if (outcome.kind !== 'succeeded') throw new Error(`${code} refused its picture.`);
  return sharp(outcome.result.path).png().toBuffer();
}

const crop = (file: string, box: Box) => sharp(photo(file)).extract(box).png().toBuffer();

/** Enlarges a small picture as a browser does. */
const stretched = (input: Buffer, { width, height }: Shape) =>
  sharp(input).resize(width, height, { kernel: 'cubic', fit: 'cover' }).png().toBuffer();

/** Joins the left half of `before` and the right half of `after`, with a line of light between. */
async function halves(before: Buffer, after: Buffer, shape: Shape): Promise<Buffer> {
  const half = Math.round(shape.width / 2);
  const left = await sharp(await stretched(before, shape))
    .extract({ left: 0, top: 0, width: half, height: shape.height })
    .toBuffer();
  const line = {
    create: { width: 4, height: shape.height, channels: 3, background: '#fff' },
  } as const;
  return sharp(await stretched(after, shape))
    .composite([
      { input: left, left: 0, top: 0 },
      { input: line, left: half - 2, top: 0 },
    ])
    .png()
    .toBuffer();
}

const offerShape = { width: 560, height: 400 };
const thumbnailShape = { width: 112, height: 112 };

const small = (picture: Buffer, name: string) =>
  sharp(picture)
    .resize({ ...thumbnailShape, fit: 'cover' })
    .webp({ quality: 78, effort: 6 })
    .toFile(home(`fn-${name}.webp`));

/** Makes the example picture for a function's card. Each card has its own part of a photo. */
async function card(name: string, code: string, input: Buffer) {
  const after = await run(code, input);
  if (after) await small(await halves(input, after, thumbnailShape), name);
}

const large = async (name: string, before: Buffer, after: Buffer) =>
  sharp(await halves(before, after, offerShape))
    .webp({ quality: 78, effort: 6 })
    .toFile(home(`offer-${name}.webp`));

/** Makes the example picture of a function for the page. */
async function example(name: string, code: string, input: Buffer) {
  const after = await run(code, input);
  if (after) await large(name, input, after);
}

/**
 * Makes the pictures of Cut out: the object on the chequered background that stands for
 * transparency.
 */
async function makeCutOut() {
  const whole = await sharp(photo('coffee.png')).png().toBuffer();
  const cut = await run('cut-out', whole);
  if (!cut) return;
  const shown = { left: 0, top: 0, width: 560, height: 400 };
  const [input, after] = await Promise.all(
    [whole, cut].map((picture) => sharp(picture).extract(shown).png().toBuffer()),
  );
  if (!input || !after) throw new Error('Expected two pictures for the card');
  const squares = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="400"><defs><pattern id="p" width="60" height="60" patternUnits="userSpaceOnUse"><rect width="60" height="60" fill="#dcd8e0"/><path d="M0 0h30v30H0zM30 30h30v30H30z" fill="#b9b4c0"/></pattern></defs><rect width="560" height="400" fill="url(#p)"/></svg>`;
  const onSquares = await sharp(Buffer.from(squares))
    .composite([{ input: after }])
    .removeAlpha()
    .png()
    .toBuffer();
  await large('cut-out', input, onSquares);
  await small(await halves(input, onSquares, thumbnailShape), 'cut-out');
}

async function makeHero() {
  const input = await sharp(photo('chelsea.png')).resize(240, 160).png().toBuffer();
  const after = await run('upscale-4x-fine', input);
  if (!after) return;
  const pictures = { before: await stretched(input, { width: 960, height: 640 }), after };
  for (const [name, picture] of Object.entries(pictures)) {
    await sharp(picture)
      .avif({ quality: 58, effort: 7 })
      .toFile(home(`hero-${name}.avif`));
    await sharp(picture)
      .webp({ quality: 80, effort: 6 })
      .toFile(home(`hero-${name}.webp`));
  }
  const shape = { width: 960, height: 504 };
  await sharp(await halves(pictures.before, pictures.after, shape))
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(root, 'public', 'share.jpg'));
}

/** Adds grain like that of a small sensor in the dark. The grain is the same in every run. */
async function grainy(input: Buffer): Promise<Buffer> {
  const { data, info } = await sharp(input)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648 - 0.5;
  };
  for (let index = 0; index < data.length; index += 1) {
    const noise = (random() + random() + random()) * 34;
    data[index] = Math.min(255, Math.max(0, Math.round((data[index] ?? 0) + noise)));
  }
  return sharp(data, { raw: info }).png().toBuffer();
}

/** Makes a photo look as if taken in poor light: dark and with low contrast. */
const flat = (input: Buffer) => sharp(input).linear(0.55, 18).png().toBuffer();

/** Makes the sample photos, which a phone loads in a moment, and their thumbnails. */
async function makeSamples() {
  for (const file of ['chelsea.png', 'coffee.png', 'astronaut.png', 'rocket.jpg']) {
    const sample = (end: string) =>
      join(root, 'public', 'samples', `${file.split('.')[0]}${end}.webp`);
    await sharp(photo(file)).webp({ quality: 90, effort: 6 }).toFile(sample(''));
    await sharp(photo(file))
      .resize(128, 128, { fit: 'cover', position: file === 'astronaut.png' ? 'top' : 'centre' })
      .webp({ quality: 76, effort: 6 })
      .toFile(sample('-thumb'));
  }
}

try {
  await makeSamples();
  await makeHero();
  const eyes = await crop('astronaut.png', { left: 150, top: 40, width: 140, height: 100 });
  await example('upscale', 'upscale-4x-fine', eyes);
  const patch = await crop('astronaut.png', { left: 130, top: 345, width: 100, height: 100 });
  await card('upscale', 'upscale-4x-fine', patch);
  const suit = await crop('astronaut.png', { left: 0, top: 195, width: 190, height: 190 });
  await card('enhance', 'enhance', await flat(suit));
  const night = await crop('rocket.jpg', { left: 180, top: 226, width: 280, height: 200 });
  await example('denoise', 'denoise', await grainy(night));
  await card('denoise', 'denoise', await grainy(night));
  const cat = await crop('chelsea.png', { left: 110, top: 20, width: 240, height: 240 });
  await card('better', 'better', await grainy(await flat(cat)));
  const people = await crop('astronaut.png', { left: 60, top: 0, width: 336, height: 240 });
  await example('face-blur', 'face-blur', people);
  const face = await crop('astronaut.png', { left: 150, top: 20, width: 150, height: 150 });
  await card('face-blur', 'face-blur', face);
  await makeCutOut();
  const portrait = await run('face-portrait', await sharp(photo('astronaut.png')).toBuffer());
  if (portrait) await small(portrait, 'face-portrait');
} finally {
  await engine.close();
  await rm(scratch, { recursive: true, force: true });
}
