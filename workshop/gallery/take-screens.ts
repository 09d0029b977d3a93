import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scheduler } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { productionEnvAnywhere } from '../../server/testing/production-env.fixture.ts';
import { ensureBuild, ensureModels, root } from '../../tools/build/prepare.ts';
import { ensureBrowser } from '../../tools/testing/ensure-browser.ts';

/*
 * Takes pictures of the running product for people: home, a chosen photo, the overlay, a result and
 * the records, on phone and desktop, light and dark. Also makes the README's overview. Japanese
 * needs a CJK font on this machine.
 */
const folder = join(root, '.cache', 'screens');
const overview = join(root, 'docs', 'screens', 'overview.png');
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

type Look = { name: string; locale: string; scheme: 'light' | 'dark'; viewport: typeof phone };

const looks: readonly Look[] = [
  { name: 'en-phone-light', locale: 'en', scheme: 'light', viewport: phone },
  { name: 'de-phone-dark', locale: 'de', scheme: 'dark', viewport: phone },
  { name: 'ja-desktop-light', locale: 'ja', scheme: 'light', viewport: desktop },
  { name: 'en-desktop-dark', locale: 'en', scheme: 'dark', viewport: desktop },
];

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}

async function startProduct() {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'lightwell-screens-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...productionEnvAnywhere,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  server.stdout.on('data', (chunk) => String(chunk).includes('is ready') && resolve());
  server.once('exit', () => reject(new Error('The server ended before it answered.')));
  await ready;
  const gone = new Promise<void>((done) => server.once('exit', () => done()));
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Runs in the page. Resolves when fonts and all pictures on screen are loaded, including lazy ones.
 */
const settled = `(async () => {
  await document.fonts.ready;
  const onScreen = (image) => {
    const { top, bottom, width } = image.getBoundingClientRect();
    return width > 0 && bottom > 0 && top < innerHeight;
  };
  for (const image of [...document.images].filter(onScreen)) {
    image.loading = 'eager';
    await image.decode();
  }
})()`;

/** Runs in the page. */
const isWellUnderWay =
  "document.querySelector('.overlay [role=progressbar]')?.getAttribute('aria-valuenow') > 30";

/**
 * Polls from this process, because the page's Content-Security-Policy blocks Playwright's polling
 * script.
 */
async function untilWellUnderWay(page: Page) {
  const signal = AbortSignal.timeout(60_000);
  while (!(await page.evaluate(isWellUnderWay))) await scheduler.wait(20, { signal });
}

async function takeAll(browser: Browser, url: string, { name, locale, scheme, viewport }: Look) {
  const context = await browser.newContext({
    viewport,
    locale,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const studio = page.locator('[data-actor="studio"]');
  const take = async (screen: string) => {
    await page.evaluate(settled);
    await page.screenshot({ path: join(folder, `${screen}-${name}.png`) });
  };

  await page.goto(`${url}${prefix || '/'}`);
  await page.getByRole('banner').getByRole('link').first().hover();
  await studio.and(page.locator('[data-state^="choosing"]')).waitFor();
  await take('home');

  await studio
    .locator('input[type=file]')
    .first()
    .setInputFiles(join(root, 'tests/photos/chelsea.png'));
  await studio.locator('input[value="upscale-2x-fine"]').check({ force: true });
  await take('chosen');

  await studio.locator('.start-bar button').click();
  await page.locator('dialog[data-actor="overlay"]').waitFor();
  await untilWellUnderWay(page);
  await take('overlay');

  await page.waitForURL('**/result/*', { timeout: 120_000 });
  await page.getByRole('slider').waitFor();
  await page.locator('dialog[data-actor="overlay"]').waitFor({ state: 'detached' });
  await take('result');

  await page.goto(`${url}${prefix}/record`);
  await page.getByRole('article').first().waitFor();
  await take('records');
  await context.close();
}

/** Four phone screens side by side, for the README. */
async function composeOverview() {
  const screens = ['home', 'chosen', 'overlay', 'result'];
  const gap = 24;
  const width = 300;
  const height = Math.round((width * phone.height) / phone.width);
  const images = await Promise.all(
    screens.map(async (screen, index) => ({
      input: await sharp(join(folder, `${screen}-en-phone-light.png`))
        .resize(width, height)
        .toBuffer(),
      left: gap + index * (width + gap),
      top: gap,
    })),
  );
  await sharp({
    create: {
      width: gap + screens.length * (width + gap),
      height: height + 2 * gap,
      channels: 3,
      background: '#ece6dc',
    },
  })
    .composite(images)
    .png({ palette: true, quality: 90 })
    .toFile(overview);
}

ensureModels();
ensureBuild('production');
mkdirSync(folder, { recursive: true });
const product = await startProduct();
const browser = await chromium.launch({
  executablePath: ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  for (const look of looks) await takeAll(browser, product.url, look);
  await composeOverview();
} finally {
  await browser.close();
  await product.stop();
}
console.log(`Pictures are in ${folder}`);
