import type { Page } from '@playwright/test';
import { type RuntimeConfig, runtimeConfig } from '../../contract/runtime-config.ts';

const place = /(<script[^>]*id="runtime-config"[^>]*>)([^<]*)(<\/script>)/;

/** Pages are as those of an operator who has configured these services. */
export async function configureTrackers(
  page: Page,
  trackers: NonNullable<RuntimeConfig['trackers']>,
): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const [, before = '', json = '', after = ''] = place.exec(html) ?? [];
    const config = { ...runtimeConfig.parse(JSON.parse(json)), trackers };
    const body = html.replace(place, () => `${before}${JSON.stringify(config)}${after}`);
    await route.fulfill({ response, body });
  });
}
