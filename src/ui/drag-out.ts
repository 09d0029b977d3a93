import type { DragEvent } from 'react';

type SavedFile = { downloadUrl: string; fileName: string; mime: string };

/**
 * Returns a handler for `dragstart`, so that a file can be dragged out of the browser and gets its
 * name. Chromium downloads the file to the place where it is dropped. Other browsers ignore the type
 * `DownloadURL`, and drag the picture or the link itself.
 */
export const dragOut =
  ({ downloadUrl, fileName, mime }: SavedFile) =>
  ({ dataTransfer }: DragEvent): void => {
    const url = new URL(downloadUrl, document.baseURI).href;
    // colons separate the three parts
    dataTransfer.setData('DownloadURL', `${mime}:${fileName.replaceAll(':', '-')}:${url}`);
    dataTransfer.effectAllowed = 'copy';
  };
