import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startByIntent } from './intent.ts';
import { type Language, wordsOf } from './words.ts';

export const photoFile = (name: string) =>
  fileURLToPath(new URL(`../photos/${name}`, import.meta.url));

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/**
 * Returns a photo with few pixels, so that its task ends soon, and with the usual number of bytes.
 */
export async function smallPhoto(): Promise<FilePayload> {
  // random bytes cannot be compressed
  const note = randomBytes(450_000).toString('base64');
  const buffer = await sharp(photoFile('coffee.png'))
    .resize(120, 80)
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${note}</a></x:xmpmeta>`)
    .png()
    .toBuffer();
  return { name: 'coffee.png', mimeType: 'image/png', buffer };
}

/**
 * The engine has a low priority, so that on a busy machine even a small photo may take more than a
 * minute.
 */
const untilWorked = { timeout: 180_000 };

/** Operates the home page as a visitor does. */
export class StudioPage {
  readonly page: Page;
  readonly words: ReturnType<typeof wordsOf>;
  readonly prefix: string;
  readonly studio: Locator;

  constructor(page: Page, locale: Language = 'en') {
    this.page = page;
    this.words = wordsOf(locale);
    this.prefix = locale === 'en' ? '' : `/${locale}`;
    this.studio = page.locator('[data-actor="studio"]');
  }

  async open() {
    await this.page.goto(this.prefix || '/');
    await this.untilListening();
  }

  /** Waits until the page is hydrated and the charts have called the server. */
  async untilListening() {
    await startByIntent(this.page);
    await expect(this.studio).toHaveAttribute('data-state', /choosing|working/);
  }

  async choose(photo: string | FilePayload) {
    const file = typeof photo === 'string' ? photoFile(photo) : photo;
    await this.studio.locator('input[type=file]').first().setInputFiles(file);
  }

  /**
   * Selects a function by its code. Uses the keyboard, because the bar at the bottom of the page
   * may cover the function's card. A function with a quality is selected on the card of its group.
   */
  async pick(code: string) {
    const radio = this.studio.locator(`input[type=radio][value="${code}"]`).first();
    await expect(this.studio.locator('input[name="function"]').first()).toBeVisible();
    const enlarging = this.studio.locator('input[name="function"][value^="upscale"]');
    if (!(await radio.isVisible())) await enlarging.press(' ');
    const size = this.studio.locator(`input[value^="${code.replace(/[^-]+$/, '')}"]`).first();
    if (!(await radio.isVisible())) await size.press(' ');
    await radio.press(' ');
    await expect(radio).toBeChecked();
  }

  startButton() {
    return this.studio.getByRole('button', { name: this.words('studio.start') });
  }

  overlay() {
    return this.page.getByRole('dialog', { name: this.words('overlay.title') });
  }

  /**
   * Waits for the preview of the selected function. On a busy machine the server may give no
   * preview.
   */
  async untilPreview() {
    const preview = this.page.getByRole('region', { name: this.words('preview.title') });
    await expect(preview).toHaveAttribute('data-state', /^(shown|missed)$/, { timeout: 30_000 });
  }

  /**
   * Presses Start, and waits for the overlay. A small photo can be done before the assertion looks
   * again (a second at most), so the result page counts, too.
   */
  async start() {
    await this.startButton().click();
    await expect(this.overlay().or(this.resultTitle()).first()).toBeVisible();
  }

  private resultTitle() {
    return this.page.getByRole('heading', { level: 1, name: this.words('result.title') });
  }

  /** Waits until the overlay shows that the server works on the task. */
  async untilRunning() {
    await expect(this.overlay().getByText(this.words('stage.running'))).toBeVisible(untilWorked);
  }

  /** Waits for the result page, which opens by itself. */
  /** Opens the facts about the result. */
  async openDetails() {
    await this.page.getByText(this.words('result.details'), { exact: true }).click();
  }

  async untilResult() {
    await this.page.waitForURL(`**${this.prefix}/result/*`, untilWorked);
    await expect(this.resultTitle()).toBeVisible();
    // the overlay with the full progress bar covers the page for a moment
    await expect(this.page.locator('dialog[data-actor="overlay"]')).toBeHidden();
  }

  /** Waits for the result of a task in the background. */
  async untilEnded() {
    const card = this.page.getByText(this.words('card.succeeded.title'));
    await expect(card.first()).toBeVisible(untilWorked);
  }
}
