import { type FormEvent, useEffect, useRef } from 'react';
import {
  selectIsLeavingBusy,
  selectLeavingFailure,
  selectLeavingForm,
  selectLeavingKind,
  selectLeavingResend,
  selectLeavingSeconds,
  selectSentFor,
} from '../../../machines/leaving/leaving.selectors.ts';
import type { LeavingField } from '../../../machines/leaving/leaving.types.ts';
import { codeWords, failureWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { Button } from '../../ui/button.tsx';
import { failureIcon } from '../../ui/failure-icon.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const problemWords: Readonly<Record<string, MessageId>> = {
  'order.missing': 'leaving.order.missing',
  'order.incomplete': 'leaving.order.incomplete',
  'code.missing': 'field.code.missing',
  'code.incomplete': 'field.code.incomplete',
};

function useLeavingField(name: LeavingField) {
  const t = useText();
  const value = usePageChart('leaving', (one) => selectLeavingForm(one).values[name]) ?? '';
  const problem = usePageChart('leaving', (one) => selectLeavingForm(one).problems[name] ?? null);
  const isBusy = usePageChart('leaving', selectIsLeavingBusy) ?? false;
  const send = useSend('leaving');
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
function useLeavingForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend('leaving');
  const refusals = usePageChart('leaving', (one) => selectLeavingForm(one).refusals) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus();
  }, [refusals]);
  return {
    ref: form,
    className: 'leaving',
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send({ type: 'form.submitted' });
    },
  };
}

/** The last step's failure, if no field caused it. */
export function LeavingFailure() {
  const t = useText();
  const failure = usePageChart('leaving', selectLeavingFailure);
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
  const isBusy = usePageChart('leaving', selectIsLeavingBusy) ?? false;
  return (
    <Button type="submit" look="primary" large aria-disabled={isBusy}>
      {isBusy && <span className="spinner" />}
      {t(isBusy ? 'signIn.wait' : words)}
    </Button>
  );
}

const leads = { cancel: 'leaving.cancel.lead', withdraw: 'leaving.withdraw.lead' } as const;

/** Takes the order number from the mail, and requests a code by mail. */
export function AskingStep() {
  const t = useText();
  const kind = usePageChart('leaving', selectLeavingKind) ?? 'cancel';
  return (
    <form {...useLeavingForm()}>
      <p>{t(leads[kind])}</p>
      <Field
        {...useLeavingField('order')}
        label={t('leaving.order.label')}
        hint={t('leaving.order.hint')}
        placeholder="LW-XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <LeavingFailure />
      <Submit words="signIn.send" />
    </form>
  );
}

/** Requests another code after a pause. */
function Resend() {
  const t = useText();
  const resend = usePageChart('leaving', selectLeavingResend);
  const seconds = usePageChart('leaving', selectLeavingSeconds) ?? 0;
  const send = useSend('leaving');
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
  const code = usePageChart('leaving', selectSentFor) ?? '';
  const send = useSend('leaving');
  return (
    <form {...useLeavingForm()}>
      <p>{t('leaving.code.lead', { code })}</p>
      <Field
        {...useLeavingField('code')}
        label={t('field.code.label')}
        autoComplete="one-time-code"
        inputMode="numeric"
        placeholder="123 456"
      />
      <LeavingFailure />
      <Submit words="leaving.look" />
      <Resend />
      <Button look="quiet" onClick={() => send({ type: 'order.corrected' })}>
        {t('leaving.order.correct')}
      </Button>
      <p className="small">{t('signIn.code.help')}</p>
    </form>
  );
}
