// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { openPayPage } from './pay-page.ts';

const { signal } = new AbortController();
const url = 'https://pay.example/1';

it('opens the payment page in another tab, which cannot control this page', async () => {
  const tab = { opener: window } as unknown as Window;
  const opened = vi.spyOn(globalThis, 'open').mockReturnValue(tab);
  await openPayPage({ url, inNewTab: true }, signal);
  expect(opened).toHaveBeenCalledExactlyOnceWith(url, '_blank');
  expect(tab.opener).toBeNull();
});

it('rejects if the browser blocks the tab, so that the visitor can press again', async () => {
  vi.spyOn(globalThis, 'open').mockReturnValue(null);
  await expect(openPayPage({ url, inNewTab: true }, signal)).rejects.toMatchObject({
    failure: { reason: 'unexpected', call: 'openPayPage' },
  });
});

it('opens no address that is not a web page', async () => {
  const opened = vi.spyOn(globalThis, 'open');
  const script = { url: 'javascript:alert(1)', inNewTab: true };
  await expect(openPayPage(script, signal)).rejects.toBeDefined();
  expect(opened).not.toHaveBeenCalled();
});
