import type { Page } from '@playwright/test';
import { StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* The visitor chooses the place of the photo that the preview shows. */

const onPhone = { width: 390, height: 844 };

const openWithPhoto = async (page: Page) => {
  const studio = new StudioPage(page);
  await page.setViewportSize(onPhone);
  await studio.open();
  await studio.choose('astronaut.png');
  const { words } = studio;
  const preview = page.getByRole('region', { name: words('preview.title') });
  const place = page.getByRole('group', { name: words('preview.place') });
  const across = place.getByRole('slider', { name: words('preview.across') });
  const down = place.getByRole('slider', { name: words('preview.down') });
  const picture = (name: 'compare.originalAlt' | 'compare.resultAlt') =>
    preview.getByRole('img', { name: words(name), exact: true });
  /** Returns both pictures after they differ from the given ones. */
  const picturesAfter = async (earlier: (string | null)[] = []) => {
    const pictures = [picture('compare.originalAlt'), picture('compare.resultAlt')];
    for (const [index, shown] of pictures.entries()) {
      await expect(shown).not.toHaveAttribute('src', earlier[index] ?? '');
    }
    return Promise.all(pictures.map((shown) => shown.getAttribute('src')));
  };
  const first = await picturesAfter();
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/notAuth/preview/')) calls += 1;
  });
  return { studio, place, across, down, picturesAfter, first, calls: () => calls };
};

/** Holds the middle of the frame and moves it to the top left corner of the small photo. */
const dragToCorner = async (page: Page) => {
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    if (!box) throw new Error(`Expected ${selector} on the screen.`);
    return box;
  };
  const frame = await boxOf('.piece-frame');
  const photo = await boxOf('.piece-choice');
  await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2);
  await page.mouse.down();
  await page.mouse.move(photo.x, photo.y, { steps: 8 });
};

test('a dragged frame shows the preview of another place, with one call at its end (R43)', async ({
  page,
}) => {
  const { studio, place, across, down, picturesAfter, first, calls } = await openWithPhoto(page);
  await dragToCorner(page);
  await expect(place).toHaveAttribute('data-held', 'true');
  expect(calls()).toBe(0);
  await page.mouse.up();
  const moved = await picturesAfter(first);
  await expect(across).toHaveValue('0');
  await expect(down).toHaveValue('0');
  expect(calls()).toBe(1);

  // another tool shows the same place, and another photo begins at its own
  await studio.pick('denoise');
  await picturesAfter(moved);
  await expect(across).toHaveValue('0');
  await page.getByRole('button', { name: studio.words('studio.remove') }).click();
  await studio.choose('coffee.png');
  await expect(page.getByText('coffee.png')).toBeVisible();
  await expect(across).not.toHaveValue('0');
});

test('the arrow keys move the frame in all directions (R43)', async ({ page }) => {
  const { place, across, down, picturesAfter, first } = await openWithPhoto(page);
  const before = [Number(await across.inputValue()), Number(await down.inputValue())] as const;
  await across.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => Number(await across.inputValue())).toBeGreaterThan(before[0]);
  await expect.poll(async () => Number(await down.inputValue())).toBeGreaterThan(before[1]);
  await picturesAfter(first);
  await expect(place.getByRole('slider')).toHaveCount(2);
  await expect(across).toBeFocused();
});
