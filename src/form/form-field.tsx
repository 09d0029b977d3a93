import type { ComponentProps } from 'react';
import { Field } from '../ui/field.tsx';
import type { FieldWords } from './field-words.ts';
import { type FieldOf, type FormId, useFormField } from './form-chart.ts';

/* Attributes of the inputs, for on-screen keyboards, browsers and password managers. */

export const addressInput = {
  type: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

export const codeInput = {
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  placeholder: '123 456',
} as const;

export const passwordInput = { type: 'password', autoComplete: 'current-password' } as const;

export const newPasswordInput = { type: 'password', autoComplete: 'new-password' } as const;

type Props<Id extends FormId> = Omit<
  ComponentProps<typeof Field>,
  'name' | 'value' | 'problem' | 'readOnly' | 'onChange' | 'onBlur'
> & {
  chart: Id;
  name: FieldOf<Id>;
  /** messages for problems of this field only */
  words?: FieldWords;
};

export function FormField<Id extends FormId>({ chart, name, words, ...input }: Props<Id>) {
  return <Field {...input} {...useFormField(chart, name, words)} />;
}

/** Shows the field for a mailed code, in large digits. */
export const CodeField = <Id extends FormId>(props: Props<Id>) => (
  <div className="form-code">
    <FormField {...codeInput} {...props} />
  </div>
);

/**
 * Renders a hidden field for password managers, which store its value as the user name of the new
 * password.
 */
export const UserName = ({ address }: { address: string }) => (
  <input
    className="sr-only"
    type="email"
    autoComplete="username"
    value={address}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
);
