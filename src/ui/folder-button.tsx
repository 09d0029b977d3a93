import type { ChangeEvent, ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import type { OnFiles } from './folder-files.ts';
import { loadFolderFiles } from './load-folder-files.ts';

/** React has no type for this attribute. */
const folder = { webkitdirectory: '' };

type Props = { className: string; children: ReactNode; onFiles: OnFiles };

/** Lets the visitor choose a folder, and passes on its pictures. Only browsers on computers can do so. */
export function FolderButton({ className, children, onFiles }: Props) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const all = [...(event.currentTarget.files ?? [])];
    event.currentTarget.value = '';
    const [name] = all[0]?.webkitRelativePath.split('/') ?? [];
    loadFolderFiles().then(
      ({ picturesIn }) => {
        const pictures = picturesIn(all);
        if (pictures.length > 0) onFiles(pictures);
        else onFiles([], name);
      },
      () => onFiles(all),
    );
  };
  return (
    <label className={buttonClass('quiet', className)}>
      <input type="file" className="sr-only" onChange={onChange} {...folder} />
      {children}
    </label>
  );
}
