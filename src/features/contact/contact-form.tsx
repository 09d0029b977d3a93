import './contact-form.css';
import { useCallback, useLayoutEffect, useRef } from 'react';
import { selectReceiptAddress } from '../../../machines/contact/contact.selectors.ts';
import type { ContactField } from '../../../machines/contact/contact.types.ts';
import { selectForm } from '../../../machines/form/form.selectors.ts';
import { Form } from '../../form/form.tsx';
import { SubmitButton } from '../../form/form-buttons.tsx';
import { useFormField } from '../../form/form-chart.ts';
import { FormFailure } from '../../form/form-failure.tsx';
import { addressInput } from '../../form/form-field.tsx';
import { Text, useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';
import { useChartAttributes } from '../../machine-react/use-chart-attributes.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useEarly, useEarlyValue } from './use-early.ts';

/** Returns the properties of a field that accepts input before the chart runs. */
function useField(name: ContactField) {
  const { value, onChange, ...field } = useFormField('contact', name);
  const held = usePageChart('contact', selectForm) && value;
  return { ...field, ...useEarlyValue(held, onChange) };
}

function useSubmit() {
  const isRunning = usePageChart('contact', selectForm) !== null;
  const send = useSend('contact');
  const tell = useCallback(() => send({ type: 'form.submitted' }), [send]);
  const [, submit] = useEarly<'submitted'>(isRunning, tell);
  return () => submit('submitted');
}

function Writing() {
  const t = useText();
  const address = useField('address');
  const name = useField('name');
  const message = useField('message');
  // must come after the hooks of the fields, because a form that is sent early needs the values of
  // the fields
  const submit = useSubmit();
  return (
    <Form chart="contact" className="contact-form" isInPage onSubmit={submit}>
      <Field {...address} {...addressInput} label={t('field.address.label')} />
      <Field {...name} label={t('contact.name')} autoComplete="name" />
      <TextArea {...message} label={t('contact.message')} rows={6} />
      <FormFailure chart="contact" />
      <SubmitButton chart="contact" words="contact.send" busy="contact.sending" />
    </Form>
  );
}

/**
 * Moves the focus to the receipt after sending, and to the first field of the next message, because
 * the pressed button disappears.
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

/** Shows the contact form (R10, R29). Until its chart runs, the form is shown empty. */
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
