import { type FormEvent, useEffect, useRef } from 'react';
import {
  selectChangeForm,
  selectChangeKind,
} from '../../../machines/account-change/account-change.selectors.ts';
import type { AccountChangeField } from '../../../machines/account-change/account-change.types.ts';
import { codeWords } from '../../i18n/failure-words.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useText } from '../../i18n/text.tsx';
import { usePageChart, useSend } from '../../machine-react/use-chart.ts';

/** Problems of a field that have their own text instead of that of the server's code. */
const problemWords: Readonly<Record<string, MessageId>> = {
  'address.missing': 'field.address.missing',
  'address.invalid': 'field.address.invalid',
  'address.tooLong': 'field.address.tooLong',
  'address.same': 'account.address.same',
  'code.missing': 'field.code.missing',
  'code.incomplete': 'field.code.incomplete',
  'currentCode.missing': 'field.code.missing',
  'currentCode.incomplete': 'field.code.incomplete',
  'oldPassword.missing': 'field.password.missing',
  'oldPassword.invalid_credentials': 'account.password.wrong',
  'password.missing': 'field.password.missing',
  'password.tooShort': 'field.password.tooShort',
  'password.tooLong': 'field.password.tooLong',
};

export function useChangeField(name: AccountChangeField) {
  const t = useText();
  const kind = usePageChart('accountChange', selectChangeKind);
  const value = usePageChart('accountChange', (one) => selectChangeForm(one).values[name]) ?? '';
  const problem = usePageChart(
    'accountChange',
    (one) => selectChangeForm(one).problems[name] ?? null,
  );
  const send = useSend('accountChange');
  const wordsOf = (one: string): MessageId =>
    kind === 'address' && one === 'invalid_code'
      ? 'account.address.wrongCode'
      : (problemWords[`${name}.${one}`] ?? codeWords(one) ?? 'failure.unexpected');
  return {
    name,
    value,
    problem: problem && t(wordsOf(problem)),
    onChange: (next: string) => send({ type: 'field.changed', name, value: next }),
    onBlur: () => send({ type: 'field.left', name }),
  };
}

/** Keeps the focus on the first field, or the first one with a problem. */
export function useChangeForm() {
  const form = useRef<HTMLFormElement>(null);
  const send = useSend('accountChange');
  const refusals = usePageChart('accountChange', (one) => selectChangeForm(one).refusals) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => {
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    const first = form.current?.querySelector<HTMLElement>('input:not([readonly])');
    (invalid ?? first ?? form.current?.querySelector<HTMLElement>('button'))?.focus();
  }, [refusals]);
  return {
    ref: form,
    className: 'account-form',
    noValidate: true,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      send({ type: 'form.submitted' });
    },
  };
}
