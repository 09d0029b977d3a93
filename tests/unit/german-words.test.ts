import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('calls a mail an E-Mail in German, everywhere', async () => {
  for (const file of ['messages', 'mails']) {
    const url = new URL(`../../locales/de/${file}.json`, import.meta.url);
    const words = JSON.parse(await readFile(url, 'utf8')) as Record<string, string>;
    const others = Object.entries(words).filter(([, text]) =>
      /(?<![\w-])Mails?(?![\w-])/.test(text),
    );
    expect(others).toEqual([]);
  }
});
