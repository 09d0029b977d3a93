import { useEffect, useState } from 'react';
import { droppedFolders } from './dropped-folders.ts';
import type { OnFiles } from './folder-files.ts';
import { loadFolderFiles } from './load-folder-files.ts';

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];
const carriesFiles = (data: DataTransfer | null) => Boolean(data?.types.includes('Files'));

/**
 * Accepts files and folders dropped anywhere on the page, and files pasted into it. Returns true while a file is
 * dragged over the page. Without this hook, the browser would leave the page to show a dropped
 * file.
 */
export function useFileArrival(onFiles: OnFiles): boolean {
  const [hovering, setHovering] = useState(false);
  useEffect(() => {
    // loads the code early, because the connection may be lost later
    loadFolderFiles().catch(() => {});
    const onDrag = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setHovering(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // `relatedTarget` is null if the pointer has left the window, and not only an element
      if (event.relatedTarget === null) setHovering(false);
    };
    const onDrop = (event: DragEvent) => {
      setHovering(false);
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      // the browser gives access to the folders only during the event
      const entries = event.dataTransfer && droppedFolders(event.dataTransfer);
      const files = filesOf(event.dataTransfer);
      if (!entries) return onFiles(files);
      // without the code that reads folders, a folder is named as an unreadable file
      loadFolderFiles().then(
        ({ readFolders }) => readFolders(entries, onFiles),
        () => onFiles(files),
      );
    };
    const onPaste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    // if the page changes under the pointer, browsers send dragenter in place of dragover
    window.addEventListener('dragenter', onDrag);
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragenter', onDrag);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, [onFiles]);
  return hovering;
}
