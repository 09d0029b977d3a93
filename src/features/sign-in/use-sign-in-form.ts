import { type FormEvent, useEffect, useRef } from 'react';
import { selectForm } from '../../../machines/sign-in/sign-in.selectors.ts';
import type { SignInField } from '../../../machines/sign-in/sign-in.types.ts';
import { codeWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';

/** Problems of a field before it is sent; a refusal by the server has the text of its code. */
const problemWords: Readonly<Record<string, MessageId>> = {
  'address.missing': 'field.address.missing',
  'address.invalid': 'field.address.invalid',
  'address.tooLong': 'field.address.tooLong',
  'code.missing': 'field.code.missing',
  'code.incomplete': 'field.code.incomplete',
  'password.missing': 'field.password.missing',
  'password.tooShort': 'field.password.tooShort',
  'password.tooLong': 'field.password.tooLong',
};

export function useSignInField(name: SignInField) {
  const t = useText();
  const value = usePageChart('signIn', (one) => selectForm(one).values[name]) ?? '';
  const problem = usePageChart('signIn', (one) => selectForm(one).problems[name] ?? null);
  const send = useSend('signIn');
  const wordsOf = (one: string) =>
    problemWords[`${name}.${one}`] ?? codeWords(one) ?? 'failure.unexpected';
  return {
    name,
    value,
    problem: problem && t(wordsOf(problem)),
    onChange: (next: string) => send({ type: 'field.changed', name, value: next }),
    onBlur: () => send({ type: 'field.left', name }),
  };
}

/** Keeps the focus on the first field, or the first one with a problem. */
export function useSignInForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend('signIn');
  const refusals = usePageChart('signIn', (one) => selectForm(one).refusals) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    (invalid ?? form.current?.querySelector<HTMLElement>('input:not([readonly])'))?.focus();
  }, [refusals]);
  return {
    ref: form,
    className: 'sign-in-form',
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send({ type: 'form.submitted' });
    },
  };
}
