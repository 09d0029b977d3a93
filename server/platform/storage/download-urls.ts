const hourMs = 3_600_000;
const mostSigned = 20_000;

/** Lifetime of the URL of a download: at least an hour after the visitor gets it. */
export const downloadLifetimeSeconds = 7200;

/**
 * Returns the header of RFC 6266. The name is encoded according to RFC 8187, which allows no
 * quotes, brackets and asterisks.
 */
function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^A-Za-z0-9._ -]/gu, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Returns an implementation of `signDownload`. It signs a URL only once per hour, because a list of
 * records needs up to a hundred URLs, and because a browser caches a file by its URL.
 */
export function createDownloadUrls(
  sign: (download: { key: string; date: Date; disposition?: string }) => string,
) {
  const made = new Map<string, string>();
  return (key: string, { now, fileName }: { now: Date; fileName?: string }): string => {
    const date = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
    const name = `${date.getTime()} ${key} ${fileName ?? ''}`;
    const known = made.get(name);
    if (known !== undefined) return known;
    if (made.size >= mostSigned) made.clear();
    const disposition = fileName === undefined ? {} : { disposition: contentDisposition(fileName) };
    const signed = sign({ key, date, ...disposition });
    made.set(name, signed);
    return signed;
  };
}
