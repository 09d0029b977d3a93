import type { ChangeEvent, ReactNode, RefObject } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';
import { useOpensHeic } from './use-opens-heic.ts';

/** Formats that every supported browser can decode. Phones convert HEIC to one of these formats. */
const readable = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';

type Props = {
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  /** true to open the camera on phones in place of the gallery */
  camera?: boolean;
  /** true if several files may be chosen at once */
  multiple?: boolean;
  input?: RefObject<HTMLInputElement | null>;
  onFiles: (files: readonly File[]) => void;
};

/** Shows a native file input with its label as a button, which also works without JavaScript. */
export function FileButton({ look, className, children, camera, multiple, input, onFiles }: Props) {
  const opensHeic = useOpensHeic();
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // clears the input, because choosing the same file again would otherwise fire no change event
    event.currentTarget.value = '';
    if (files.length > 0) onFiles(files);
  };
  return (
    <label className={buttonClass(look, className)}>
      <input
        ref={input}
        type="file"
        accept={opensHeic ? `${readable},image/heic,image/heif` : readable}
        className="sr-only"
        multiple={multiple}
        onChange={onChange}
        {...(camera ? { capture: 'environment' as const } : {})}
      />
      {children}
    </label>
  );
}
