/**
 * Time in milliseconds after which the file is released, long enough for a browser that asks where
 * to save it.
 */
const keptMs = 60_000;

/** Makes the browser save a file, by a link with a download name. */
export function offerFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
