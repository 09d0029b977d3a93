// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { eventually } from '../tools/testing/eventually.ts';
import { startApp } from './app/start-app.tsx';

vi.mock('./app/start-app.tsx', () => ({ startApp: vi.fn(async () => {}) }));

it('starts once all of the page is there, also when its code was there sooner', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const listened = vi.spyOn(document, 'addEventListener');
  await import('./main.tsx');
  expect(listened).toHaveBeenCalledWith('DOMContentLoaded', expect.anything(), { once: true });
  expect(startApp).not.toHaveBeenCalled();
  document.body.innerHTML = '<div id="app"></div>';
  state.mockReturnValue('interactive');
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await eventually(() =>
    expect(startApp).toHaveBeenCalledExactlyOnceWith(document, document.getElementById('app')),
  );
});

it('starts at once where the page is there already', async () => {
  vi.mocked(startApp).mockClear();
  vi.resetModules();
  vi.spyOn(document, 'readyState', 'get').mockReturnValue('complete');
  document.body.innerHTML = '<div id="app"></div>';
  await import('./main.tsx');
  const { startApp: fresh } = await import('./app/start-app.tsx');
  await eventually(() => expect(fresh).toHaveBeenCalledOnce());
});
