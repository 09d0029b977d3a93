// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { FileButton } from './file-button.tsx';
import { FolderButton } from './folder-button.tsx';
import { useFileArrival } from './use-file-arrival.ts';

const photo = new File(['x'], 'cat.png', { type: 'image/png' });

function Arrival({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  return <p>{useFileArrival(onFiles) ? 'hovering' : 'nothing'}</p>;
}

const drag = (type: string, files: File[], extra: object = {}) =>
  Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    dataTransfer: { files, items: [], types: files.length > 0 ? ['Files'] : ['text/plain'] },
    ...extra,
  });

afterEach(cleanup);

it('passes on the chosen file, even the same one again', () => {
  const onFiles = vi.fn();
  render(<FileButton onFiles={onFiles}>Choose a photo</FileButton>);
  const input = screen.getByLabelText('Choose a photo') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [photo] } });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo]);
  expect(input.value).toBe('');
});

it.each([
  ['the pictures of the chosen folder', 'Holiday/cat.png', [[expect.any(File)]]],
  ['the name of a folder without pictures', 'Holiday/notes.txt', [[], 'Holiday']],
])('passes on %s', async (_, path, passed) => {
  const onFiles = vi.fn();
  render(
    <FolderButton className="" onFiles={onFiles}>
      Choose a folder
    </FolderButton>,
  );
  const file = new File(['x'], path.replace(/.*\//, ''));
  const input = screen.getByLabelText('Choose a folder');
  expect(input.hasAttribute('webkitdirectory')).toBe(true);
  fireEvent.change(input, {
    target: { files: [Object.assign(file, { webkitRelativePath: path })] },
  });
  await vi.waitFor(() => expect(onFiles.mock.calls).toEqual([passed]));
});

it('opens the camera on a phone', () => {
  render(
    <FileButton camera onFiles={() => {}}>
      Take a photo
    </FileButton>,
  );
  expect(screen.getByLabelText('Take a photo').getAttribute('capture')).toBe('environment');
});

it.each([
  ['is not offered', () => Promise.reject(new Error('unsupported')), false],
  ['is offered', async () => ({ close: () => {} }), true],
])('HEIC %s as far as the browser can decode it', async (_, decode, isOffered) => {
  vi.resetModules();
  vi.stubGlobal('createImageBitmap', decode);
  const { FileButton: Button } = await import('./file-button.tsx');
  render(<Button onFiles={() => {}}>Choose</Button>);
  const accepted = () => screen.getByLabelText('Choose').getAttribute('accept') ?? '';
  if (isOffered) await vi.waitFor(() => expect(accepted()).toContain('heic'));
  expect([accepted().includes('heic'), accepted().startsWith('image/jpeg,')]).toEqual([
    isOffered,
    true,
  ]);
  vi.unstubAllGlobals();
});

it('accepts a file dropped anywhere, instead of leaving the page', () => {
  const onFiles = vi.fn();
  render(<Arrival onFiles={onFiles} />);
  fireEvent(window, drag('dragover', [photo]));
  expect(screen.getByText('hovering')).toBeTruthy();
  const drop = drag('drop', [photo]);
  fireEvent(window, drop);
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo]);
  expect(drop.defaultPrevented).toBe(true);
  expect(screen.getByText('nothing')).toBeTruthy();
});

it.each(['dragenter', 'dragover'])('accepts files at %s, and ignores text', (type) => {
  render(<Arrival onFiles={() => {}} />);
  const [files, text] = [drag(type, [photo]), drag(type, [])];
  fireEvent(window, files);
  fireEvent(window, text);
  expect([files.defaultPrevented, text.defaultPrevented]).toEqual([true, false]);
});

it('passes on all of several files', () => {
  const onFiles = vi.fn();
  render(<Arrival onFiles={onFiles} />);
  const other = new File(['y'], 'dog.png', { type: 'image/png' });
  fireEvent(window, drag('drop', [photo, other]));
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo, other]);
});

it('passes on the pictures of a dropped folder', async () => {
  const onFiles = vi.fn();
  render(<Arrival onFiles={onFiles} />);
  const picture = { name: 'cat.png', file: (give: (file: File) => void) => give(photo) };
  const rest = [[picture], []];
  const readEntries = (give: (some: unknown) => void) => give(rest.shift());
  const folder = { isDirectory: true, name: 'Holiday', createReader: () => ({ readEntries }) };
  const items = [{ webkitGetAsEntry: () => folder }];
  const drop = drag('drop', []);
  fireEvent(window, Object.assign(drop, { dataTransfer: { files: [], items, types: ['Files'] } }));
  expect(drop.defaultPrevented).toBe(true);
  await vi.waitFor(() => expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo]));
});

it('resets when a dragged file leaves the window', () => {
  render(<Arrival onFiles={() => {}} />);
  fireEvent(window, drag('dragover', [photo]));
  fireEvent(window, drag('dragleave', [photo], { relatedTarget: null }));
  expect(screen.getByText('nothing')).toBeTruthy();
});

it('ignores dragged text', () => {
  const onFiles = vi.fn();
  render(<Arrival onFiles={onFiles} />);
  const drop = drag('drop', []);
  fireEvent(window, drop);
  expect(drop.defaultPrevented).toBe(false);
  expect(onFiles).not.toHaveBeenCalled();
});

it('accepts a pasted picture and ignores pasted text', () => {
  const onFiles = vi.fn();
  render(<Arrival onFiles={onFiles} />);
  const paste = (files: File[]) =>
    Object.assign(new Event('paste', { cancelable: true }), { clipboardData: { files } });
  fireEvent(window, paste([]));
  expect(onFiles).not.toHaveBeenCalled();
  fireEvent(window, paste([photo]));
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([photo]);
});

it.each(['dragenter', 'dragover', 'drop'])(
  'leaves files at %s to the browser after it is unmounted',
  (type) => {
    const onFiles = vi.fn();
    render(<Arrival onFiles={onFiles} />).unmount();
    const files = drag(type, [photo]);
    fireEvent(window, files);
    expect(files.defaultPrevented).toBe(false);
    expect(onFiles).not.toHaveBeenCalled();
  },
);

it('removes all listeners', () => {
  const heard = vi.spyOn(window, 'addEventListener');
  const left = vi.spyOn(window, 'removeEventListener');
  const own = ['dragenter', 'dragover', 'dragleave', 'drop', 'paste'];
  const ofFiles = (calls: readonly unknown[][]) =>
    calls
      .filter(([type]) => own.includes(String(type)))
      .map(([type, listener]) => [type, listener]);
  render(<Arrival onFiles={() => {}} />).unmount();
  expect(ofFiles(heard.mock.calls).map(([type]) => type)).toEqual(own);
  expect(ofFiles(left.mock.calls)).toEqual(ofFiles(heard.mock.calls));
});
