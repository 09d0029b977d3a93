// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';

/* Tests that the window of the provider opens at the press, and not after its scripts. */

const native = vi.fn<typeof window.open>();
const later = Promise.withResolvers<void>();

// the module stores the function that it finds when it loads
window.open = native;
const { withEarlyWindow } = await import('./early-window.ts');

const aWindow = () => ({ location: { href: 'about:blank' }, close: vi.fn() });

beforeEach(() => void native.mockReset());

it('opens the window before the provider has loaded, and shows the page of the provider in it', async () => {
  const early = aWindow();
  native.mockReturnValue(early as unknown as Window);
  const answer = withEarlyWindow(async () => {
    await later.promise;
    const given = window.open('https://accounts.example/sign-in');
    return { given, restored: window.open === native };
  });
  expect(native).toHaveBeenCalledOnce();
  later.resolve();
  expect(await answer).toEqual({ given: early, restored: true });
  expect(early.location.href).toBe('https://accounts.example/sign-in');
  expect(native).toHaveBeenCalledOnce();
  expect(early.close).toHaveBeenCalledOnce();
});

it('closes the window if the provider could not use it', async () => {
  const early = aWindow();
  native.mockReturnValue(early as unknown as Window);
  await expect(withEarlyWindow(() => Promise.reject(new Error('offline')))).rejects.toThrow();
  expect(early.close).toHaveBeenCalledOnce();
  expect(window.open).toBe(native);
});

it('lets the provider report a window that the browser has blocked', async () => {
  native.mockReturnValue(null);
  expect(await withEarlyWindow(async () => window.open('https://accounts.example'))).toBeNull();
});

it('leaves the window of an installed app on iOS to the provider', async () => {
  vi.stubGlobal('navigator', { standalone: true });
  await withEarlyWindow(async () => null);
  vi.unstubAllGlobals();
  expect(native).not.toHaveBeenCalled();
});
