import { isFolder } from './dropped-folders.ts';

/** Receives chosen files. `emptyFolder` is the name of a chosen folder without any picture. */
export type OnFiles = (files: readonly File[], emptyFolder?: string) => void;

/**
 * Maximum number of pictures that are read, far above the number of photos that can be chosen, and
 * of folders that are opened. They limit the time for a folder that contains a whole disk.
 */
const mostPictures = 500;
const mostFolders = 500;

/**
 * Names of pictures. The name decides, because browsers often report no type for files in folders.
 * A name that begins with a dot belongs to a file of the operating system.
 */
const pictureName = /^[^.].*\.(jpe?g|jfif|png|webp|avif|gif|tiff?|hei[cf])$/i;

const inOrder = new Intl.Collator(undefined, { numeric: true });

const fileOf = (entry: FileSystemEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    (entry as FileSystemFileEntry).file(resolve, reject);
  });

/** Returns the content of a folder, in the order of the names. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // a reader returns at most 100 entries at once, and no entry at the end
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return all.sort((a, b) => inOrder.compare(a.name, b.name));
    all.push(...some);
  }
}

type Found = { pictures: File[]; folders: number };

/** Adds the pictures of a folder, and then those of its folders. Skips what cannot be read. */
async function addPictures(folder: FileSystemDirectoryEntry, found: Found): Promise<void> {
  if (found.folders === mostFolders || found.pictures.length === mostPictures) return;
  found.folders += 1;
  const entries = await entriesIn(folder).catch((): FileSystemEntry[] => []);
  for (const entry of entries) {
    if (found.pictures.length === mostPictures) return;
    if (isFolder(entry) || !pictureName.test(entry.name)) continue;
    const picture = await fileOf(entry).catch(() => null);
    if (picture) found.pictures.push(picture);
  }
  for (const entry of entries.filter(isFolder)) {
    if (!entry.name.startsWith('.')) await addPictures(entry, found);
  }
}

/** Passes on the dropped files, and the pictures of the dropped folders. */
export async function readFolders(entries: readonly FileSystemEntry[], onFiles: OnFiles) {
  const found: Found = { pictures: [], folders: 0 };
  const files = found.pictures;
  for (const entry of entries) {
    if (isFolder(entry)) await addPictures(entry, found);
    else files.push(...(await fileOf(entry).then(Array.of<File>, () => [])));
  }
  if (files.length > 0) onFiles(files);
  else onFiles([], entries.find(isFolder)?.name);
}

const placeOf = ({ webkitRelativePath }: File) => webkitRelativePath.replace(/[^/]*$/, '');

/** Returns the pictures of a folder that was chosen in a file dialog. */
export const picturesIn = (folder: readonly File[]): File[] =>
  folder
    .filter(({ webkitRelativePath, name }) => {
      const [, ...inside] = webkitRelativePath.split('/');
      return pictureName.test(name) && !inside.some((part) => part.startsWith('.'));
    })
    .sort((a, b) => inOrder.compare(placeOf(a), placeOf(b)) || inOrder.compare(a.name, b.name))
    .slice(0, mostPictures);
