import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { focusAfter } from './focus-after.ts';
import { Icon } from './icons.tsx';
import { openModal } from './top-modal.ts';

type Props = {
  title: string;
  children: ReactNode;
  /** buttons; the harmless button comes first, because the first one gets the focus */
  actions?: ReactNode;
  /** name of a close button in the corner, for dialogs whose actions do not close them */
  close?: string;
  /** called on Escape, or on a tap beside the dialog */
  onDismiss: () => void;
  attributes?: Record<string, string | undefined>;
};

/** A modal dialog, open while it is rendered; the browser keeps the focus inside. */
export function Dialog({ title, children, actions, close, onDismiss, attributes }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    const closeModal = element && openModal(element);
    return () => {
      closeModal?.();
      focusAfter(before);
    };
  }, []);
  return (
    <dialog
      {...attributes}
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      // Chrome closes the dialog at a second close request without a tap in between
      onClose={(event) => {
        if (event.currentTarget.isConnected) onDismiss();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onDismiss();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
      {actions && <div className="dialog-actions">{actions}</div>}
      {close && (
        <Button
          look="quiet"
          iconOnly
          className="dialog-close"
          aria-label={close}
          onClick={onDismiss}
        >
          <Icon name="close" />
        </Button>
      )}
    </dialog>
  );
}
