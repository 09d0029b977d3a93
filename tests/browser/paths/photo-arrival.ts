import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';

/** Puts a picture on the clipboard and pastes it. */
export const pasteFile = async (page: Page, path: string): Promise<void> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const picture = new Blob([bytes], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
  }, readFileSync(path).toString('base64'));
  await page.keyboard.press('Control+V');
};

export const dropFile = async (page: Page, path: string): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  await session.detach();
};
