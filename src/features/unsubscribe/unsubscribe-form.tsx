import './unsubscribe-form.css';
import type { ReactNode } from 'react';
import {
  selectIsBusy,
  selectIsChoosing,
  selectMailAddress,
  selectUnsubscribeFailure,
  selectUnsubscribeView,
  type UnsubscribeView,
} from '../../../machines/unsubscribe/unsubscribe.selectors.ts';
import { FailureText } from '../../i18n/failure-text.tsx';
import { LocaleLink } from '../../i18n/link.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { buttonClass } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Notice } from '../../ui/notice.tsx';
import { PassingButton } from '../../ui/passing-button.tsx';

/** Shows why pressing the button had no effect. */
function Failure() {
  const failure = usePageChart('unsubscribe', selectUnsubscribeFailure);
  return (
    failure && (
      <Notice tone="bad" icon={failureIcon(failure)}>
        <FailureText failure={failure} />
      </Notice>
    )
  );
}

function Looking() {
  const t = useText();
  return (
    <p className="unsubscribe-wait">
      <span className="spinner" />
      {t('unsubscribe.looking')}
    </p>
  );
}

function Failed() {
  const t = useText();
  const failure = usePageChart('unsubscribe', selectUnsubscribeFailure);
  const send = useSend('unsubscribe');
  return (
    <Notice
      tone="bad"
      icon={failureIcon(failure)}
      title={t('unsubscribe.failed')}
      actions={
        <PassingButton onClick={() => send({ type: 'look.retried' })}>
          {t('failure.retry')}
        </PassingButton>
      }
    >
      {failure && (
        <p>
          <FailureText failure={failure} />
        </p>
      )}
    </Notice>
  );
}

function Invalid() {
  const t = useText();
  return (
    <Notice tone="warn" title={t('unsubscribe.invalid.title')}>
      <p>{t('unsubscribe.invalid.text')}</p>
    </Notice>
  );
}

const Address = () => (
  <span className="unsubscribe-address">{usePageChart('unsubscribe', selectMailAddress)}</span>
);

function useButton() {
  const isSending = usePageChart('unsubscribe', selectIsChoosing) ?? false;
  const isBusy = usePageChart('unsubscribe', selectIsBusy) ?? false;
  return { isSending, 'aria-disabled': isBusy };
}

function Subscribed() {
  const t = useText();
  const send = useSend('unsubscribe');
  const { isSending, ...busy } = useButton();
  return (
    <>
      <p>
        <Text id="unsubscribe.subscribed" values={{ address: <Address /> }} />
      </p>
      <Failure />
      <PassingButton
        {...busy}
        look="primary"
        large
        onClick={() => send({ type: 'unsubscribe.pressed' })}
      >
        {isSending && <span className="spinner" />}
        {t(isSending ? 'unsubscribe.sending' : 'unsubscribe.action')}
      </PassingButton>
    </>
  );
}

function Unsubscribed() {
  const t = useText();
  const send = useSend('unsubscribe');
  const { isSending, ...busy } = useButton();
  return (
    <>
      <Notice tone="good" icon="check" title={t('unsubscribe.done.title')}>
        <p>
          <Text id="unsubscribe.done.text" values={{ address: <Address /> }} />
        </p>
      </Notice>
      <Failure />
      <PassingButton {...busy} onClick={() => send({ type: 'undo.pressed' })}>
        {isSending && <span className="spinner" />}
        {t(isSending ? 'unsubscribe.undoing' : 'unsubscribe.undo')}
      </PassingButton>
    </>
  );
}

function WithoutLink() {
  const t = useText();
  return (
    <>
      <p>{t('mailChoice.withoutLink')}</p>
      <LocaleLink to="/account" className={buttonClass()}>
        {t('mailChoice.account')}
      </LocaleLink>
    </>
  );
}

const views: Record<UnsubscribeView, () => ReactNode> = {
  withoutLink: () => <WithoutLink />,
  looking: () => <Looking />,
  invalid: () => <Invalid />,
  failed: () => <Failed />,
  subscribed: () => <Subscribed />,
  unsubscribed: () => <Unsubscribed />,
};

/**
 * Shows the choice about optional mail (R82). Until the chart runs, it is unknown whether the
 * address contains a link.
 */
export function UnsubscribeForm() {
  const t = useText();
  const view = usePageChart('unsubscribe', selectUnsubscribeView) ?? 'withoutLink';
  const attributes = useChartAttributes('unsubscribe');
  return (
    <section className="unsubscribe" aria-labelledby="unsubscribe-form" {...attributes}>
      <h2 id="unsubscribe-form" data-landing>
        {t('mailChoice.title')}
      </h2>
      <div className="unsubscribe-choice" role="status">
        {views[view]()}
      </div>
    </section>
  );
}
