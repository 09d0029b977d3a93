import { type FormStep, formOfChart } from '../form/form.states.ts';
import {
  addressFrom,
  addressRule,
  type CodePurpose,
  codeFrom,
  codeRule,
  newPasswordRule,
  type Proof,
  passwordRule,
} from '../model/account.ts';
import { type FieldRules, type Form, formOf } from '../model/form.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SignInContext, SignInEvent, SignInField } from './sign-in.types.ts';

export const emptyForm: Form<SignInField> = formOf({ address: '', code: '', password: '' });

const rules: FieldRules<SignInField> = {
  address: addressRule,
  code: codeRule,
  password: passwordRule,
};

const steps: Record<'address' | 'password' | 'code' | 'newPassword', FormStep<SignInField>> = {
  address: { fields: ['address'], rules },
  password: { fields: ['address', 'password'], rules },
  code: { fields: ['code'], rules },
  // an existing password has no rules here, but a new password must be strong enough
  newPassword: { fields: ['code', 'password'], rules: { ...rules, password: newPasswordRule } },
};

/** True if the step asks for a new password together with the mailed code. */
export const setsPassword = ({ use }: Pick<SignInContext, 'use'>): boolean =>
  use === 'signUp' || use === 'reset';

export const signInForm = formOfChart<
  SignInContext,
  SignInEvent,
  SignInField,
  'address' | 'password' | 'code'
>((context, step) => steps[step === 'code' && setsPassword(context) ? 'newPassword' : step]);

export const purposeOf = ({ use }: SignInContext): CodePurpose =>
  use === 'reset' ? 'resetPassword' : 'signIn';

/** Returns the proof from a mailed code, or null if the address or the code is missing. */
export const proofByCode = ({ form, use, idToken }: SignInContext): Proof | null => {
  const address = addressFrom(form.values.address);
  const code = codeFrom(form.values.code);
  const { password } = form.values;
  switch (use) {
    case 'signIn':
      return { kind: 'code', address, code };
    case 'provider':
      return idToken === null ? null : { kind: 'provider', idToken, mailed: { address, code } };
    default:
      return { kind: use, address, code, password };
  }
};

export const proofByPassword = ({ form: { values } }: SignInContext): Proof => ({
  kind: 'password',
  address: addressFrom(values.address),
  password: values.password,
});

/** The field to mark for each error code of a refusal. */
const blamed: Readonly<Record<string, SignInField>> = {
  invalid_email: 'address',
  invalid_code: 'code',
  code_expired: 'code',
  invalid_credentials: 'password',
  weak_password: 'password',
};

export const blamedField = ({ code }: PortFailure): SignInField | null =>
  (code !== undefined && blamed[code]) || null;
