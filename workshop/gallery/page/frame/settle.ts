const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const quietFrames = 2;

/**
 * Resolves when the page has not changed for some animation frames. All lazy parts are then loaded.
 */
async function quiet(): Promise<void> {
  let still = 0;
  const observer = new MutationObserver(() => {
    still = 0;
  });
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  while (still < quietFrames) {
    await nextFrame();
    still += 1;
  }
  observer.disconnect();
}

const arrived = (image: HTMLImageElement) =>
  image.complete
    ? null
    : new Promise((resolve) => {
        image.addEventListener('load', resolve, { once: true });
        image.addEventListener('error', resolve, { once: true });
      });

/** Resolves when fonts, pictures and lazy parts are loaded. */
export async function settle(): Promise<void> {
  await quiet();
  await document.fonts.ready;
  // the picture of a whole page includes images below the viewport
  for (const image of document.images) image.loading = 'eager';
  const coming = [...document.images].map(arrived).filter(Boolean);
  if (coming.length === 0) return;
  await Promise.all(coming);
  await quiet();
}
