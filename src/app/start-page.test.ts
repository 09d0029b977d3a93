// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { eventually } from '../../tools/testing/eventually.ts';
import { startApp } from './start-app.tsx';
import { startPage } from './start-page.ts';

vi.mock('./start-app.tsx', () => ({ startApp: vi.fn(async () => {}) }));

it('starts once the whole page is parsed, even if its code loads sooner', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const listened = vi.spyOn(document, 'addEventListener');
  void startPage(document);
  expect(listened).toHaveBeenCalledWith('DOMContentLoaded', expect.anything(), { once: true });
  expect(startApp).not.toHaveBeenCalled();
  document.body.innerHTML = '<div id="app"></div>';
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await eventually(() =>
    expect(startApp).toHaveBeenCalledExactlyOnceWith(document, document.getElementById('app')),
  );
});

it('starts at once if the page is parsed already', async () => {
  vi.mocked(startApp).mockClear();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  document.body.innerHTML = '<div id="app"></div>';
  void startPage(document);

  await eventually(() => expect(startApp).toHaveBeenCalledOnce());
});
