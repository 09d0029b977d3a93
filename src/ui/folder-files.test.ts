import { expect, it, vi } from 'vitest';
import { droppedFolders } from './dropped-folders.ts';
import { picturesIn, readFolders } from './folder-files.ts';

type Tree = { [name: string]: Tree | string };

/** A reader returns at most 100 entries at once, as that of a browser. */
function folder(name: string, content: Tree): FileSystemDirectoryEntry {
  const createReader = () => {
    const rest = Object.entries(content).map(([child, of]) => entry(child, of));
    return { readEntries: (give: (some: unknown[]) => void) => give(rest.splice(0, 100)) };
  };
  return { isDirectory: true, name, createReader } as unknown as FileSystemDirectoryEntry;
}

const file = (name: string, content: string) =>
  ({
    isDirectory: false,
    name,
    file: (give: (made: File) => void, fail: (error: Error) => void) =>
      content === 'locked' ? fail(new Error('NotReadableError')) : give(new File([content], name)),
  }) as unknown as FileSystemEntry;

const entry = (name: string, of: Tree | string) =>
  typeof of === 'string' ? file(name, of) : folder(name, of);

async function read(content: Tree) {
  const onFiles = vi.fn();
  await readFolders(
    Object.entries(content).map(([name, of]) => entry(name, of)),
    onFiles,
  );
  const [files, emptyFolder] = onFiles.mock.calls[0] ?? [];
  expect(onFiles).toHaveBeenCalledOnce();
  return { names: files.map(({ name }: File) => name), emptyFolder };
}

it('finds the pictures of folders in folders, in the order of their names (R85)', async () => {
  const { names } = await read({
    Holiday: { 'b10.jpg': 'x', Beach: { 'c.HEIC': 'x', Far: { 'd.webp': 'x' } }, 'b9.jpg': 'x' },
  });
  expect(names).toEqual(['b9.jpg', 'b10.jpg', 'c.HEIC', 'd.webp']);
});

it('skips files that are no pictures, in folders only (R85)', async () => {
  const { names } = await read({
    Holiday: {
      '.DS_Store': 'x',
      '._cat.jpg': 'x',
      'notes.txt': 'x',
      'Thumbs.db': 'x',
      'cat.jpg': 'x',
      '.thumbnails': { 'cat.jpg': 'x' },
    },
    'report.pdf': 'x',
  });
  expect(names).toEqual(['cat.jpg', 'report.pdf']);
});

it('reads a folder with more entries than a browser returns at once (R85)', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, at) => [`${at}.jpg`, 'x']));
  const { names } = await read({ Holiday: many });
  expect(names).toHaveLength(250);
  expect(names.at(-1)).toBe('249.jpg');
});

it('stops after 500 pictures', async () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}.jpg`, 'x']));
  expect((await read({ A: many, B: many })).names).toHaveLength(500);
});

it('opens at most 500 folders', async () => {
  const opened = vi.fn();
  const counted = (name: string) => {
    const made = folder(name, { 'a.txt': 'x' });
    const createReader = made.createReader.bind(made);
    return Object.assign(made, {
      createReader: () => {
        opened();
        return createReader();
      },
    });
  };
  const onFiles = vi.fn();
  await readFolders(
    Array.from({ length: 600 }, (_, at) => counted(`F${at}`)),
    onFiles,
  );
  expect(opened).toHaveBeenCalledTimes(500);
});

it('names a folder without pictures, unless other files were dropped', async () => {
  expect(await read({ Documents: { 'a.txt': 'x' } })).toEqual({
    names: [],
    emptyFolder: 'Documents',
  });
  expect(await read({ Documents: {}, 'a.jpg': 'x' })).toEqual({
    names: ['a.jpg'],
    emptyFolder: undefined,
  });
});

it('skips pictures that cannot be read', async () => {
  expect((await read({ Holiday: { 'a.jpg': 'locked', 'b.jpg': 'x' } })).names).toEqual(['b.jpg']);
});

it('leaves a drop without folders to the browser’s list of files', () => {
  const items = (...entries: FileSystemEntry[]) =>
    ({ items: entries.map((one) => ({ webkitGetAsEntry: () => one })) }) as unknown as DataTransfer;
  expect(droppedFolders(items(file('a.jpg', 'x')))).toBeNull();
  expect(droppedFolders(items(file('a.jpg', 'x'), folder('Holiday', {})))).toHaveLength(2);
});

it('finds the pictures of a folder that was chosen in a dialog (R85)', () => {
  const at = (path: string) =>
    Object.assign(new File(['x'], path.replace(/.*\//, '')), { webkitRelativePath: path });
  const chosen = ['P/10.jpg', 'P/9.jpg', 'P/.DS_Store', 'P/a.txt', 'P/.trash/b.jpg', 'P/1/c.png'];
  expect(picturesIn(chosen.map(at)).map(({ name }) => name)).toEqual(['9.jpg', '10.jpg', 'c.png']);
});
