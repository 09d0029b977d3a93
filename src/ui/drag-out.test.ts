// @vitest-environment happy-dom
import type { DragEvent } from 'react';
import { expect, it } from 'vitest';
import { dragOut } from './drag-out.ts';

it('names the type, the file and the absolute address, separated by colons', () => {
  const data: [string, string][] = [];
  const dataTransfer = { setData: (...entry: [string, string]) => data.push(entry) };
  document.head.innerHTML = '<base href="https://example.org/en/" />';
  const file = { downloadUrl: '/files/1?a=b', fileName: '12:30 cat-2x.png', mime: 'image/png' };
  dragOut(file)({ dataTransfer } as unknown as DragEvent);
  const url = 'https://example.org/files/1?a=b';
  expect(data).toEqual([['DownloadURL', `image/png:12-30 cat-2x.png:${url}`]]);
});
