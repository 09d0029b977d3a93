import '../../ui/fold.css';
import { type ReactNode, useId } from 'react';
import type { PortFailure } from '../../../machines/ports/port-failure.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';

type Props = { title: MessageId; lead?: ReactNode; children: ReactNode };

/** Shows a section of the account page, with facts on the left and actions on the right. */
export function AccountSection({ title, lead, children }: Props) {
  const t = useText();
  const id = useId();
  return (
    <section className="account-section" aria-labelledby={id}>
      <div className="account-about">
        <h2 id={id}>{t(title)}</h2>
        {lead && <p>{lead}</p>}
      </div>
      <div className="account-body">{children}</div>
    </section>
  );
}

type FoldedProps = Props & {
  /** true if the section must be open; otherwise it opens when it is pressed */
  open?: boolean;
};

/** Shows a section that is rarely needed. It is folded, so that the page stays short. */
export function FoldedSection({ title, lead, open = false, children }: FoldedProps) {
  const t = useText();
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details className="fold" open={open}>
        <summary>
          <h2 id={id}>{t(title)}</h2>
          <Icon name="chevron" />
        </summary>
        <div className="account-body">
          {lead && <p className="account-hint">{lead}</p>}
          {children}
        </div>
      </details>
    </section>
  );
}

type FailureProps = { title: MessageId; failure: PortFailure | null; actions?: ReactNode };

export function AccountFailure({ title, failure, actions }: FailureProps) {
  const t = useText();
  return (
    <Notice tone="bad" icon={failureIcon(failure)} title={t(title)} actions={actions}>
      {failure && (
        <p>
          <FailureText failure={failure} />
        </p>
      )}
    </Notice>
  );
}
