import { type FormStep, formOfChart } from '../form/form.states.ts';
import {
  addressFrom,
  addressRule,
  codeFrom,
  codeRule,
  newPasswordRule,
  passwordRule,
} from '../model/account.ts';
import { type FieldRules, type Form, formOf } from '../model/form.ts';
import type { AccountWish, OwnCodePurpose } from '../model/own-account.ts';
import type { PortFailure } from '../ports/port-failure.ts';
import type {
  AccountChangeContext,
  AccountChangeEvent,
  AccountChangeField,
} from './account-change.types.ts';

export const emptyForm: Form<AccountChangeField> = formOf({
  oldPassword: '',
  address: '',
  currentCode: '',
  code: '',
  password: '',
});

const rules: FieldRules<AccountChangeField> = {
  oldPassword: passwordRule,
  address: addressRule,
  currentCode: codeRule,
  code: codeRule,
  password: newPasswordRule,
};

export type StepName = 'oldPassword' | 'asking' | 'typing';

const typed = {
  password: ['code', 'password'],
  address: ['currentCode', 'code'],
  deletion: ['code'],
} as const satisfies Record<string, readonly AccountChangeField[]>;

/** Returns the fields of a step, in display order. */
const fieldsOf = (
  { kind }: Pick<AccountChangeContext, 'kind'>,
  step: StepName,
): readonly AccountChangeField[] => {
  if (step === 'oldPassword') return ['oldPassword', 'password'];
  if (step === 'typing') return typed[kind];
  return kind === 'address' ? ['address'] : [];
};

/**
 * Returns the fields and rules of a step. A new address must differ from the account's current
 * address.
 */
const stepOf = (context: AccountChangeContext, step: StepName): FormStep<AccountChangeField> => ({
  fields: fieldsOf(context, step),
  rules: {
    ...rules,
    address: (value) => (addressFrom(value) === context.address ? 'same' : addressRule(value)),
  },
});

export const accountChangeForm = formOfChart<
  AccountChangeContext,
  AccountChangeEvent,
  AccountChangeField,
  StepName
>(stepOf);

const purposes = {
  password: 'resetPassword',
  address: 'changeEmail',
  deletion: 'deleteAccount',
} as const;

/** Returns the address and the purpose of the code that the change needs. */
export const codeWish = ({
  kind,
  address,
  form,
}: AccountChangeContext): { address: string; purpose: OwnCodePurpose } => ({
  address: kind === 'address' ? addressFrom(form.values.address) : address,
  purpose: purposes[kind],
});

export const wishByOldPassword = ({ form: { values } }: AccountChangeContext): AccountWish => ({
  kind: 'password',
  password: values.password,
  proof: { oldPassword: values.oldPassword },
});

export const wishByCode = ({ kind, form: { values } }: AccountChangeContext): AccountWish => {
  const code = codeFrom(values.code);
  switch (kind) {
    case 'password':
      return { kind, password: values.password, proof: { code } };
    case 'address': {
      const currentCode = codeFrom(values.currentCode);
      return { kind, address: addressFrom(values.address), code, currentCode };
    }
    case 'deletion':
      return { kind, code };
  }
};

const blamed: Readonly<Record<string, readonly AccountChangeField[]>> = {
  invalid_email: ['address'],
  email_taken: ['address'],
  // the server does not report which of the two codes is wrong
  invalid_code: ['currentCode', 'code'],
  code_expired: ['currentCode', 'code'],
  invalid_credentials: ['oldPassword'],
  weak_password: ['password'],
};

/**
 * Returns the fields that show the refusal, or an empty list if the refusal does not concern a
 * field.
 */
export const blamedFields = (
  context: Pick<AccountChangeContext, 'kind'>,
  step: StepName,
  { code }: PortFailure,
): readonly AccountChangeField[] => {
  const names = (code !== undefined && blamed[code]) || [];
  return names.filter((name) => fieldsOf(context, step).includes(name));
};
