import './dialog.css';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { focusAfter } from './focus-after.ts';
import { Icon } from './icons.tsx';
import { openModal } from './top-modal.ts';

type Props = {
  title: ReactNode;
  children: ReactNode;
  /**
   * the buttons; a harmless button must be the first one, because the first button gets the focus
   */
  actions?: ReactNode;
  /** name of a close button in the corner; needed if no button in `actions` closes the dialog */
  close?: string;
  /** called when the visitor presses Escape or taps outside the dialog */
  onDismiss: () => void;
  attributes?: Record<string, string | undefined>;
};

/**
 * Shows a modal dialog, which is open while it is rendered. The browser keeps the focus inside the
 * dialog.
 */
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
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      {...attributes}
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss();
      }}
      // Chrome closes the dialog if the visitor presses Escape twice without a tap in between
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
