const nativeOpen = globalThis.open;

/** Returns the features of a window in the middle of the screen, as Firebase opens it. */
const features = () =>
  `popup,width=500,height=600,left=${(screen.availWidth - 500) / 2},top=${(screen.availHeight - 600) / 2}`;

/**
 * Opens a window, and gives it to `ask` instead of the first window that `ask` opens. Firebase opens
 * its window only after it has loaded scripts of Google, and Safari blocks a window that opens so
 * long after the press.
 */
export async function withEarlyWindow<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  // in an installed app on iOS, Firebase follows a link instead of calling `open`
  if ('standalone' in navigator && navigator.standalone === true) return await ask();
  const early = nativeOpen.call(window, '', '', features());
  const give = (url?: string | URL) => {
    window.open = nativeOpen;
    if (early && url) early.location.href = String(url);
    return early;
  };
  window.open = give;
  try {
    return await ask();
  } finally {
    if (window.open === give) window.open = nativeOpen;
    early?.close();
  }
}
