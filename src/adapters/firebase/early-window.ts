const nativeOpen = globalThis.open;

/**
 * Opens a window, and gives it to `ask` instead of the first window that `ask` opens. Firebase opens
 * its window only after it has loaded scripts of Google, and Safari blocks a window that opens so
 * long after the press.
 */
export async function withEarlyWindow<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  // in an installed app on iOS, Firebase follows a link instead of calling `open`
  if ('standalone' in navigator && navigator.standalone === true) return await ask();
  const early = nativeOpen.call(window, '', '', 'popup,width=500,height=600');
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
