/** Long enough for a browser that asks where to save the file. */
const keptMs = 60_000;

/** Saves a file through a link with a download name. */
export function offerFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), keptMs);
}
