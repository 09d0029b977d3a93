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
import { type FieldRules, type Form, formOf, isSendable, problemsOf } from '../model/form.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type { SignInContext, SignInField } from './sign-in.types.ts';

export const emptyForm: Form<SignInField> = formOf({ address: '', code: '', password: '' });

/** An existing password is accepted as it is; a new one has to be strong enough. */
const rulesFor = (isNew: boolean): FieldRules<SignInField> => ({
  address: addressRule,
  code: codeRule,
  password: isNew ? newPasswordRule : passwordRule,
});

/** The fields sent by one step. */
export type Step = { fields: readonly SignInField[]; isNew: boolean };

export const addressStep: Step = { fields: ['address'], isNew: false };
export const passwordStep: Step = { fields: ['address', 'password'], isNew: false };
const codeStep: Step = { fields: ['code'], isNew: false };
const newPasswordStep: Step = { fields: ['code', 'password'], isNew: true };

/** A new password is chosen together with the code that allows it. */
export const codeStepOf = ({ use }: SignInContext): Step =>
  use === 'signUp' || use === 'reset' ? newPasswordStep : codeStep;

export const rulesOf = ({ isNew }: Step): FieldRules<SignInField> => rulesFor(isNew);

export const stepProblems = (context: SignInContext, step: Step) =>
  problemsOf(context.form, step.fields, rulesOf(step));

export const canSend = (context: SignInContext, step: Step): boolean =>
  isSendable(context.form, step.fields, rulesOf(step));

export const purposeOf = ({ use }: SignInContext): CodePurpose =>
  use === 'reset' ? 'resetPassword' : 'signIn';

/** The proof after a code was typed, or null if a part of it is missing. */
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

/** The field that a refusal is about, or null if it is about none. */
const blamed: Readonly<Record<string, SignInField>> = {
  invalid_email: 'address',
  invalid_code: 'code',
  code_expired: 'code',
  invalid_credentials: 'password',
  weak_password: 'password',
};

export const blamedField = ({ code }: PortFailure): SignInField | null =>
  (code !== undefined && blamed[code]) || null;
