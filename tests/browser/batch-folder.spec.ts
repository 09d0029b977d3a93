import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import sharp from 'sharp';
import { photoFile, StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* A folder with photos (R85). */

const listed = (page: Page) => page.locator('.batch-row');

/** Writes files into a folder of the test. */
async function makeFolder(info: TestInfo, name: string, files: Record<string, Buffer | string>) {
  const folder = info.outputPath(name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

const pictureOf = (width: number) =>
  sharp(photoFile('coffee.png')).resize(width, 30).png().toBuffer();

/** Drops files and folders of this computer on the page, as the browser does it itself. */
async function drop(page: Page, paths: string[]) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
}

test('the photos of a dropped folder are chosen, 20 of them, and the others are counted (R85)', async ({
  page,
}, info) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  const photos = await Promise.all(
    Array.from({ length: 130 }, async (_, at) => [`${at + 1}.png`, await pictureOf(40 + at)]),
  );
  const folder = await makeFolder(info, 'Holiday', {
    ...Object.fromEntries(photos),
    '.DS_Store': 'x',
    'notes.txt': 'x',
  });
  await drop(page, [folder]);
  await expect(listed(page)).toHaveCount(20);
  await expect(listed(page).first()).toContainText('1.png');
  await expect(listed(page).last()).toContainText('20.png');
  await expect(page.getByText(words('batch.leftOut.title', { count: 110 }))).toBeVisible();
  await expect(page.getByText(words('batch.leftOut.others', { count: 102 }))).toBeVisible();
});

test('a folder in a folder and a file dropped with it are chosen together; a broken photo is named (R85)', async ({
  page,
}, info) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  const folder = await makeFolder(info, 'Holiday', {
    'one.png': await pictureOf(40),
    'Beach/two.png': await pictureOf(50),
    'Beach/broken.png': (await pictureOf(60)).subarray(0, 300),
    'Beach/notes.txt': 'x',
  });
  await drop(page, [folder, photoFile('chelsea.png')]);
  await expect(listed(page)).toHaveText([/one\.png/, /two\.png/, /chelsea\.png/]);
  const reason = words('batch.leftOut.truncated');
  const broken = words('batch.leftOut.file', { name: 'broken.png', reason });
  await expect(page.getByText(broken)).toBeVisible();
});

test('a folder can be chosen in a dialog; a folder without photos is named (R85)', async ({
  page,
}, info) => {
  const studio = new StudioPage(page);
  const { words } = studio;
  await studio.open();
  const dialog = page.getByLabel(words('drop.folder'));
  await dialog.setInputFiles(await makeFolder(info, 'Documents', { 'notes.txt': 'x' }));
  const reason = words('batch.leftOut.emptyFolder');
  const empty = words('batch.leftOut.file', { name: 'Documents', reason });
  await expect(page.getByText(empty)).toBeVisible();
  await dialog.setInputFiles(
    await makeFolder(info, 'Holiday', {
      'one.png': await pictureOf(40),
      'Beach/two.png': await pictureOf(50),
      '.DS_Store': 'x',
    }),
  );
  await expect(listed(page)).toHaveText([/one\.png/, /two\.png/]);
  await expect(page.getByText(empty)).toHaveCount(0);
});
