import type { ChangeEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';
import { useOpensHeic } from './use-opens-heic.ts';

/** Formats that the product reads in every browser. Phones convert HEIC to one of them. */
const readable = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/tiff';

type Props = {
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  /** true to open the camera on phones in place of the gallery */
  camera?: boolean;
  onFile: (file: File) => void;
};

/** Shows a native file input with its label as a button, which also works without JavaScript. */
export function FileButton({ look, className, children, camera, onFile }: Props) {
  const opensHeic = useOpensHeic();
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // clears the input, because choosing the same file again would otherwise fire no change event
    event.currentTarget.value = '';
    if (file) onFile(file);
  };
  return (
    <label className={buttonClass(look, className)}>
      <input
        type="file"
        accept={opensHeic ? `${readable},image/heic,image/heif` : readable}
        className="sr-only"
        onChange={onChange}
        {...(camera ? { capture: 'environment' as const } : {})}
      />
      {children}
    </label>
  );
}
