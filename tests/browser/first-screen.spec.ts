import { StudioPage } from './studio-page.ts';
import { expect, test } from './visitor.ts';

/* Tests what a visitor sees on the first screen of a phone, before any scrolling. */

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

for (const language of ['en', 'de', 'ja'] as const) {
  test(`in ${language} a phone shows headline, gain and button without scrolling`, async ({
    page,
  }) => {
    const studio = new StudioPage(page, language);
    await studio.open();
    const { words } = studio;
    const shown = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('slider', { name: words('compare.divider') }),
      studio.studio.getByText(words('drop.choose'), { exact: true }),
    ];
    for (const one of shown) await expect(one).toBeInViewport({ ratio: 1 });
  });
}
