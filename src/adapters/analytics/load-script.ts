const loading = new Map<string, Promise<void>>();

/**
 * Loads and executes the script of an outside service once per page. Rejects if the script is
 * blocked.
 */
export function loadScript(src: string): Promise<void> {
  const known = loading.get(src);
  if (known) return known;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const script = document.createElement('script');
  script.async = true;
  script.src = src;
  script.addEventListener('load', () => resolve());
  script.addEventListener('error', () => {
    loading.delete(src);
    script.remove();
    reject(new Error(`The script ${src} did not load.`));
  });
  document.head.append(script);
  loading.set(src, promise);
  return promise;
}
