import './contact-form.css';
import { type FormEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import {
  selectContactFailure,
  selectContactForm,
  selectIsSending,
  selectReceiptAddress,
} from '../../../machines/contact/contact.selectors.ts';
import type { ContactField } from '../../../machines/contact/contact.types.ts';
import { failureWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { Text, useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useEarly, useEarlyValue } from './use-early.ts';

const problemWords: Readonly<Record<string, MessageId>> = {
  'address.missing': 'field.address.missing',
  'address.invalid': 'field.address.invalid',
  'address.tooLong': 'field.address.tooLong',
  'name.tooLong': 'contact.name.tooLong',
  'message.missing': 'contact.message.missing',
  'message.tooLong': 'contact.message.tooLong',
};

function useField(name: ContactField) {
  const t = useText();
  const held = usePageChart('contact', (one) => selectContactForm(one).values[name]);
  const problem = usePageChart('contact', (one) => selectContactForm(one).problems[name] ?? null);
  const send = useSend('contact');
  const words = problem ? problemWords[`${name}.${problem}`] : undefined;
  const tell = useCallback(
    (value: string) => send({ type: 'field.changed', name, value }),
    [send, name],
  );
  return {
    ...useEarlyValue(held, tell),
    name,
    problem: words ? t(words) : null,
    onBlur: () => send({ type: 'field.left', name }),
  };
}

/** Focuses the first field with a problem. */
function useFocusOnRefusal() {
  const form = useRef<HTMLFormElement>(null);
  const refusals = usePageChart('contact', (one) => selectContactForm(one).refusals) ?? 0;
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return form;
}

function useSubmit(isRunning: boolean) {
  const send = useSend('contact');
  const tell = useCallback(() => send({ type: 'form.submitted' }), [send]);
  const [, submit] = useEarly<'submitted'>(isRunning, tell);
  return (event: FormEvent) => {
    event.preventDefault();
    submit('submitted');
  };
}

function Writing() {
  const t = useText();
  const form = useFocusOnRefusal();
  const failure = usePageChart('contact', selectContactFailure);
  const isSendingNow = usePageChart('contact', selectIsSending);
  const isSending = isSendingNow ?? false;
  const address = useField('address');
  const name = useField('name');
  const message = useField('message');
  // after the fields' hooks: an early submit must have their values
  const submit = useSubmit(isSendingNow !== null);
  return (
    <form ref={form} className="contact-form" noValidate onSubmit={submit}>
      <Field
        {...address}
        label={t('field.address.label')}
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isSending}
      />
      <Field {...name} label={t('contact.name')} autoComplete="name" readOnly={isSending} />
      <TextArea {...message} label={t('contact.message')} rows={6} readOnly={isSending} />
      <div role="status">
        {failure && (
          <Notice tone="bad" icon={failure.reason === 'offline' ? 'offline' : 'warning'}>
            {t(failureWords(failure))}
          </Notice>
        )}
      </div>
      <Button type="submit" look="primary" large aria-disabled={isSending}>
        {isSending && <span className="spinner" />}
        {t(isSending ? 'contact.sending' : 'contact.send')}
      </Button>
    </form>
  );
}

/**
 * The pressed button disappears, so the focus moves to the receipt, or to the field of the next
 * message.
 */
function useFocusOnReceipt() {
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    notice.current?.focus();
    const section = notice.current?.closest('section');
    return () => queueMicrotask(() => section?.querySelector('textarea')?.focus());
  }, []);
  return notice;
}

function Sent({ address }: { address: string }) {
  const t = useText();
  const send = useSend('contact');
  const notice = useFocusOnReceipt();
  return (
    <Notice
      ref={notice}
      tone="good"
      icon="check"
      title={t('contact.sent.title')}
      live
      actions={
        <Button onClick={() => send({ type: 'another.pressed' })}>{t('contact.another')}</Button>
      }
    >
      <p>
        <Text id="contact.sent.text" values={{ address: <strong>{address}</strong> }} />
      </p>
    </Notice>
  );
}

/** A message to the support (R10, R29). Before its chart runs it is the same form, empty. */
export function ContactForm() {
  const t = useText();
  const receipt = usePageChart('contact', selectReceiptAddress);
  const attributes = useChartAttributes('contact');
  return (
    <section className="contact" aria-labelledby="contact-form" {...attributes}>
      <h2 id="contact-form">{t('contact.title')}</h2>
      {receipt === null ? <Writing /> : <Sent address={receipt} />}
    </section>
  );
}
