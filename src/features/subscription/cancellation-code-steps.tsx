import { type FormEvent, useEffect, useRef } from 'react';
import {
  selectCancellationFailure,
  selectCancellationForm,
  selectCancellationKind,
  selectCancellationResend,
  selectCancellationSeconds,
  selectIsCancellationBusy,
  selectSentFor,
} from '../../../machines/cancellation/cancellation.selectors.ts';
import type { CancellationField } from '../../../machines/cancellation/cancellation.types.ts';
import { codeWords, failureWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const problemWords: Readonly<Record<string, MessageId>> = {
  'order.missing': 'cancellation.order.missing',
  'order.incomplete': 'cancellation.order.incomplete',
  'code.missing': 'field.code.missing',
  'code.incomplete': 'field.code.incomplete',
};

function useCancellationField(name: CancellationField) {
  const t = useText();
  const value =
    usePageChart('cancellation', (one) => selectCancellationForm(one).values[name]) ?? '';
  const problem = usePageChart(
    'cancellation',
    (one) => selectCancellationForm(one).problems[name] ?? null,
  );
  const isBusy = usePageChart('cancellation', selectIsCancellationBusy) ?? false;
  const send = useSend('cancellation');
  const wordsOf = (one: string): MessageId =>
    problemWords[`${name}.${one}`] ?? codeWords(one) ?? 'failure.unexpected';
  return {
    name,
    value,
    readOnly: isBusy,
    problem: problem && t(wordsOf(problem)),
    onChange: (next: string) => send({ type: 'field.changed', name, value: next }),
    onBlur: () => send({ type: 'field.left', name }),
  };
}

/** Focuses the first field, again after each refusal. */
function useCancellationForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend('cancellation');
  const refusals = usePageChart('cancellation', (one) => selectCancellationForm(one).refusals) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }, [refusals]);
  return {
    ref: form,
    className: 'cancellation',
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send({ type: 'form.submitted' });
    },
  };
}

/** The last step's failure, if no field caused it. */
export function CancellationFailure() {
  const t = useText();
  const failure = usePageChart('cancellation', selectCancellationFailure);
  return (
    <div role="status">
      {failure && (
        <Notice tone="bad" icon={failureIcon(failure)}>
          {t(failureWords(failure))}
        </Notice>
      )}
    </div>
  );
}

function Submit({ words }: { words: MessageId }) {
  const t = useText();
  const isBusy = usePageChart('cancellation', selectIsCancellationBusy) ?? false;
  return (
    <Button type="submit" look="primary" large aria-disabled={isBusy}>
      {isBusy && <span className="spinner" />}
      {t(isBusy ? 'signIn.wait' : words)}
    </Button>
  );
}

const leads = {
  cancel: 'cancellation.cancel.lead',
  withdraw: 'cancellation.withdraw.lead',
} as const;

/** Takes the order number from the mail, and requests a code by mail. */
export function AskingStep() {
  const t = useText();
  const kind = usePageChart('cancellation', selectCancellationKind) ?? 'cancel';
  return (
    <form {...useCancellationForm()}>
      <p>{t(leads[kind])}</p>
      <Field
        {...useCancellationField('order')}
        label={t('cancellation.order.label')}
        hint={t('cancellation.order.hint')}
        placeholder="LW-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <CancellationFailure />
      <Submit words="signIn.send" />
    </form>
  );
}

/** Requests another code after a pause. */
function Resend() {
  const t = useText();
  const resend = usePageChart('cancellation', selectCancellationResend);
  const seconds = usePageChart('cancellation', selectCancellationSeconds) ?? 0;
  const send = useSend('cancellation');
  if (resend === 'waiting') return <p className="small">{t('signIn.resendIn', { seconds })}</p>;
  return (
    <Button
      look="quiet"
      aria-disabled={resend === 'sending'}
      onClick={() => send({ type: 'resend.pressed' })}
    >
      {resend === 'sending' && <span className="spinner" />}
      {t('signIn.resend')}
    </Button>
  );
}

export function TypingStep() {
  const t = useText();
  const code = usePageChart('cancellation', selectSentFor) ?? '';
  const send = useSend('cancellation');
  return (
    <form {...useCancellationForm()}>
      <p>{t('cancellation.code.lead', { code })}</p>
      <Field
        {...useCancellationField('code')}
        label={t('field.code.label')}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="123 456"
      />
      <CancellationFailure />
      <Submit words="cancellation.look" />
      <Resend />
      <Button look="quiet" onClick={() => send({ type: 'order.corrected' })}>
        {t('cancellation.order.correct')}
      </Button>
      <p className="small">{t('signIn.code.help')}</p>
    </form>
  );
}
