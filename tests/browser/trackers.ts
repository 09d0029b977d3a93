import type { Page } from '@playwright/test';
import { type RuntimeConfig, runtimeConfig } from '../../contract/runtime-config.ts';
import { pagePolicy } from '../../server/pages/page-template.ts';

const place = /(<script[^>]*id="runtime-config"[^>]*>)([^<]*)(<\/script>)/;

/**
 * Configures these outside services for the pages. In the run environment `production`, the page
 * may call the services and send events to them.
 */
export async function configureTrackers(
  page: Page,
  trackers: NonNullable<RuntimeConfig['trackers']>,
  runEnv: RuntimeConfig['runEnv'] = 'test',
): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    const [, before = '', json = '', after = ''] = place.exec(html) ?? [];
    const config = { ...runtimeConfig.parse(JSON.parse(json)), trackers, runEnv };
    const body = html.replace(place, () => `${before}${JSON.stringify(config)}${after}`);
    const policy = pagePolicy(body, { api: null, firebase: null, trackers });
    const headers = { ...response.headers(), 'content-security-policy': policy };
    await route.fulfill({ response, headers, body });
  });
}
