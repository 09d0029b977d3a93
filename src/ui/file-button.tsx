import type { ChangeEvent, ReactNode } from 'react';
import { type ButtonLook, buttonClass } from './button.tsx';

type Props = {
  look?: ButtonLook;
  className?: string;
  children: ReactNode;
  /** opens the camera on phones instead of the gallery */
  camera?: boolean;
  onFile: (file: File) => void;
};

/** A native file input under its label, so that it works without JavaScript. */
export function FileButton({ look, className, children, camera, onFile }: Props) {
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    // otherwise choosing the same file again would not fire a change event
    event.currentTarget.value = '';
    if (file) onFile(file);
  };
  return (
    <label className={buttonClass(look, className)}>
      <input
        type="file"
        // no list of types, because phones convert HEIC to JPEG only if HEIC is not listed
        accept="image/*"
        className="sr-only"
        onChange={onChange}
        {...(camera ? { capture: 'environment' as const } : {})}
      />
      {children}
    </label>
  );
}
