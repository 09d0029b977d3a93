const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const quietFrames = 2;

/** Nothing in the page has changed for some frames: what loads later has arrived. */
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

/** The page is as it will stay: its fonts, pictures and later parts are there. */
export async function settle(): Promise<void> {
  await quiet();
  await document.fonts.ready;
  // pictures below the window are part of a picture of the whole page
  for (const image of document.images) image.loading = 'eager';
  const coming = [...document.images].map(arrived).filter(Boolean);
  if (coming.length === 0) return;
  await Promise.all(coming);
  await quiet();
}
