export const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

/** Returns the dropped files or folders, or null if no folder was dropped. */
export function droppedFolders(data: DataTransfer): FileSystemEntry[] | null {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.some(isFolder) ? entries : null;
}
