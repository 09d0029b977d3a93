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

/** A password that exists is taken as it is; a new one has to be good enough. */
const rulesFor = (isNew: boolean): FieldRules<SignInField> => ({
  address: addressRule,
  code: codeRule,
  password: isNew ? newPasswordRule : passwordRule,
});

/** The fields that one step sends. */
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

/** What is shown to the server once a code was typed; null without what it is made of. */
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

/** The field that the server's refusal is about; null where no field is to blame. */
const blamed: Readonly<Record<string, SignInField>> = {
  invalid_email: 'address',
  invalid_code: 'code',
  code_expired: 'code',
  invalid_credentials: 'password',
  weak_password: 'password',
};

export const blamedField = ({ code }: PortFailure): SignInField | null =>
  (code !== undefined && blamed[code]) || null;
