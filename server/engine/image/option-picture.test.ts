import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { blackPng, temporaryFolder } from '../testing/pictures.ts';
import { testLimits } from '../testing/seen-as.ts';
import { readOptionPicture, SmallPictures } from './option-picture.ts';

const folder = temporaryFolder();
const manifest = { limits: { ...testLimits, maxResultSide: 30_000, maxResultPixels: 1e9 } };

async function save(name: string, bytes: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}

it('a preview refuses a picture that is larger than any page uploads, before it decodes it', async () => {
  const large = blackPng(4200, 4200);
  const file = await save('large.png', large);
  // Pixels that cannot be decoded cause another error.
  const damaged = await save(
    'damaged.png',
    Buffer.from(large).fill(0, large.indexOf('IDAT') + 4, large.length - 16),
  );
  const pictures = new SmallPictures();
  for (const path of [file, damaged]) {
    await expect(pictures.read(path, manifest)).rejects.toMatchObject({ code: 'image_too_large' });
  }
  expect(await readOptionPicture(file, manifest)).toMatchObject({ width: 4200, height: 4200 });
});

it('a preview gets a small copy of the largest picture that pages upload', async () => {
  const file = await save('largest.png', blackPng(4096, 4096));
  const copy = await new SmallPictures().read(file, manifest);
  expect(copy).toMatchObject({ width: 1024, height: 1024 });
});
