import { wordsOf } from '../../tests/browser/words.ts';
import type { DrivenPage, Target } from './driven-page.ts';

/* Journeys that must work in every browser on the real server. */

export type World = {
  url: string;
  page: DrivenPage;
  /** path of a photo that is small enough to be processed quickly */
  photo: string;
};

const words = wordsOf('en');

const button = (name: string): Target => ({ css: 'button', words: name });
const link = (name: string): Target => ({ css: 'a', words: name });

const studio = '[data-actor="studio"]';

async function makePhotoBetter({ url, page, photo }: World): Promise<void> {
  await page.driver.goto(`${url}/`);
  await page.seeHeading(words('home.title'));
  await page.choose({ css: `${studio} input[type=file]` }, photo);
  await page.click({ css: `${studio} label:has(input[value="upscale-2x-fast"])` });
  await page.click({ css: `${studio} button`, words: words('studio.start') });
  await page.untilPath(/^\/result\//);
  // when the task has ended, the progress overlay stays open for a moment
  await page.gone('dialog');
  await page.seeHeading(words('result.title'));
  await page.see({ css: 'main a[download]' });
  await page.until('the picture of the result, twice as wide as the photo', () =>
    page.driver.call(() =>
      [...document.querySelectorAll<HTMLImageElement>('main img')].some(
        ({ naturalWidth }) => naturalWidth === 240,
      ),
    ),
  );
}

async function lookAround({ page }: World): Promise<void> {
  await page.click({ css: 'footer a', words: words('footer.contact') });
  await page.untilPath(/^\/contact-us$/);
  await page.seeHeading('Contact us');
  await page.click({ css: 'footer a', words: words('footer.records') });
  await page.untilPath(/^\/record$/);
  await page.seeHeading(words('records.title'));
  await page.click({ css: 'main article a' });
  await page.untilPath(/^\/result\//);
  await page.seeHeading(words('result.title'));
}

async function mailedCode(url: string, page: DrivenPage, address: string): Promise<string> {
  return page.until('the mail with the code', async () => {
    const answer = await fetch(`${url}/outbox.json?to=${address}`);
    const { mails } = (await answer.json()) as { mails: { subject: string }[] };
    return (
      mails.map(({ subject }) => /\d{3}\s?\d{3}/.exec(subject)?.[0] ?? '').find(Boolean) ?? null
    );
  });
}

async function signIn({ url, page }: World): Promise<void> {
  const address = `driven-${crypto.randomUUID()}@example.com`;
  await page.click({ css: 'header button[data-actor="session"]' });
  await page.type({ css: 'dialog input[name="address"]' }, address);
  await page.click(button(words('signIn.send')));
  const code = await mailedCode(url, page, address);
  await page.type({ css: 'dialog input[name="code"]' }, code);
  await page.see({ css: 'header details[data-actor="session"]' });
}

async function buyCredits({ page }: World): Promise<void> {
  const menu = { css: 'header details[data-actor="session"] summary' };
  await page.click(menu);
  await page.click(link(words('nav.account')));
  await page.untilPath(/^\/account$/);
  await page.seeHeading(words('nav.account'));
  await page.click({ css: 'main button', words: words('purchase.get') });
  await page.click({ css: 'dialog[data-actor="checkout"] .checkout-foot .button--primary' });
  await page.untilPath(/^\/sandbox\/pay\//);
  await page.click({ css: 'form button' });
  await page.see({ css: 'form:has(input[name="step"]) button' });
  await page.click({ css: 'form button' });
  await page.untilPath(/^\/account$/);
  await page.see({ css: 'dialog h2', words: words('orderCheck.title.paid') });
  await page.click({ css: 'dialog button', words: words('orderCheck.goOn') });
  await page.see({ css: 'main strong', words: words('credits.balance', { balance: 120 }) });
  await page.seeHeading(words('nav.account'));
}

/** The order matters, because each step continues where the previous one ended. */
export const steps: Readonly<Record<string, (world: World) => Promise<void>>> = {
  'a photo becomes its result, whose heading is on screen': makePhotoBetter,
  'each page opens at its heading': lookAround,
  'a mailed code signs in': signIn,
  'credits are bought': buyCredits,
};
