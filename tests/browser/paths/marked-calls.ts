import type { BrowserContext } from '@playwright/test';

/** The header that contains the mark of a call. */
export const markHeader = 'x-walk-call';

declare global {
  interface Window {
    __lightwellCalls?: Map<string, AbortSignal>;
  }
}

/** Runs in the page before the product. Playwright sends the function as source text. */
const mark = (header: string): void => {
  const signals = new Map<string, AbortSignal>();
  window.__lightwellCalls = signals;
  const plain = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== location.origin) return plain(request);
    const id = crypto.randomUUID();
    signals.set(id, request.signal);
    request.headers.set(header, id);
    return plain(request);
  };
};

/** Adds a mark to each call of pages that are opened from now on. */
export const markCalls = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ content: `(${mark})(${JSON.stringify(markHeader)})` });

/**
 * Returns true if a page has aborted the call. Reads the call's abort signal, which is set at once.
 * The server may notice the closed connection only after the next call of the same name.
 */
export const isAborted = async (context: BrowserContext, id: string): Promise<boolean> => {
  const answers = context
    .pages()
    .map((page) => page.evaluate((one) => window.__lightwellCalls?.get(one)?.aborted, id));
  return (await Promise.all(answers)).includes(true);
};
