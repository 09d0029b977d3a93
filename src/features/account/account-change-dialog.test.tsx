// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { StateValue } from 'xstate';
import type { AccountChangeKind } from '../../../machines/account/account.types.ts';
import { accountChangeMachine } from '../../../machines/account-change/account-change.machine.ts';
import type {
  AccountChangeContext,
  AccountChangeField,
} from '../../../machines/account-change/account-change.types.ts';
import { formOf } from '../../../machines/model/form.ts';
import { renderAtRest } from '../../../tools/testing/render-at-rest.tsx';
import AccountChangeDialog from './account-change-dialog.tsx';

/* Tests the text at each field of the dialog that changes an account. */

const context: AccountChangeContext = {
  kind: 'password',
  address: 'anna@example.com',
  hasPassword: true,
  sentTo: 'anna@example.com',
  failure: null,
  remainingSeconds: 0,
  resendAt: null,
  form: formOf({ oldPassword: '', address: '', currentCode: '', code: '', password: '' }),
};

const open = (value: StateValue, changes: Partial<AccountChangeContext>) =>
  renderAtRest(<AccountChangeDialog />, {
    accountChange: accountChangeMachine.resolveState({
      value,
      context: { ...context, ...changes },
    }),
  });

const steps = {
  asking: 'asking',
  typing: { typing: 'free' },
  old: { byPassword: 'asking' },
} as const;

type Step = keyof typeof steps;
type Row = readonly [Step, AccountChangeField, label: RegExp, problem: string, words: RegExp];

/**
 * Checks the texts of the dialog while only this field has a problem. This field then has the
 * focus.
 */
async function expectWords([step, name, label, problem, words]: Row, kind: AccountChangeKind) {
  await open(steps[step], { kind, form: { ...context.form, problems: { [name]: problem } } });
  const fields = screen.getAllByLabelText(label);
  const wrong = fields.filter((one) => one.getAttribute('aria-invalid') === 'true');
  expect(wrong.map((one) => one.getAttribute('name'))).toEqual([name]);
  expect(document.activeElement).toBe(wrong[0]);
  const ids = wrong[0]?.getAttribute('aria-describedby')?.split(' ') ?? [];
  const texts = ids.map((id) => document.getElementById(id)?.textContent ?? '');
  expect(texts).toContainEqual(expect.stringMatching(words));
}

const kinds = ['address', 'password', 'deletion'] as const;

/** Expected texts for changes that need a single mailed code. */
const ownCode: Row[] = [
  ['typing', 'code', /^Six-digit code/, 'missing', /^Please enter the code from the email/],
  ['typing', 'code', /^Six-digit code/, 'incomplete', /^The code has six digits/],
  ['typing', 'code', /^Six-digit code/, 'invalid_code', /^That code isn’t right/],
  ['typing', 'code', /^Six-digit code/, 'code_expired', /^This code has expired/],
];

const said: Record<AccountChangeKind, Row[]> = {
  address: [
    ['asking', 'address', /^New email address/, 'missing', /^Please enter your email address/],
    ['asking', 'address', /^New email address/, 'invalid', /^This doesn’t look like an/],
    ['asking', 'address', /^New email address/, 'tooLong', /too long for an email address/],
    ['asking', 'address', /^New email address/, 'same', /already uses this address/],
    [
      'asking',
      'address',
      /^New email address/,
      'email_taken',
      /already belongs to another account/,
    ],
    ['asking', 'address', /^New email address/, 'invalid_email', /Check it for typos/],
    ['typing', 'code', /^Code sent to/, 'missing', /^Please enter the code from the email/],
    ['typing', 'code', /^Code sent to/, 'incomplete', /^The code has six digits/],
    ['typing', 'code', /^Code sent to/, 'invalid_code', /^One of the two codes isn’t right/],
    ['typing', 'code', /^Code sent to/, 'code_expired', /^This code has expired/],
    ['typing', 'currentCode', /^Code sent to/, 'missing', /^Please enter the code/],
    ['typing', 'currentCode', /^Code sent to/, 'incomplete', /^The code has six digits/],
    ['typing', 'currentCode', /^Code sent to/, 'invalid_code', /^One of the two codes isn’t/],
    ['typing', 'currentCode', /^Code sent to/, 'code_expired', /^This code has expired/],
  ],
  password: [
    ...ownCode,
    ['typing', 'password', /^New password/, 'missing', /^Please enter a password/],
    ['typing', 'password', /^New password/, 'tooShort', /^Please use at least 8 characters/],
    ['typing', 'password', /^New password/, 'tooLong', /^Please use at most 128 characters/],
    ['typing', 'password', /^New password/, 'weak_password', /^Choose another password/],
    ['old', 'oldPassword', /^Current password/, 'missing', /^Please enter a password/],
    [
      'old',
      'oldPassword',
      /^Current password/,
      'invalid_credentials',
      /isn’t your current password/,
    ],
  ],
  deletion: ownCode,
};

it.each(kinds.flatMap((kind) => said[kind].map((row) => [kind, ...row] as const)))(
  'shows for the %s, while %s, at the field %s %s of “%s”: %s',
  async (kind, ...row) => {
    await expectWords(row, kind);
  },
);

it.each<[AccountChangeKind, title: string]>([
  ['address', 'Change address'],
  ['deletion', 'Delete your account?'],
])('has a title for its subject: %s', async (kind, title) => {
  await open(steps.typing, { kind });
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
});

it.each([
  [true, 'Change password'],
  [false, 'Set a password'],
])('has a title that depends on the password: %s', async (hasPassword, title) => {
  await open('asking', { hasPassword });
  expect(screen.getByRole('dialog', { name: title })).toBeTruthy();
});

it.each([
  ['sending', true],
  ['free', false],
])('shows a spinner while other codes are on their way: %s', async (resend, turns) => {
  await open({ typing: resend }, {});
  const button = screen.getByRole('button', { name: 'Send another code' });
  expect(button.querySelector('.spinner') !== null).toBe(turns);
});

it.each<[AccountChangeKind, words: string, busy: string]>([
  ['password', 'Save password', 'One moment…'],
  ['address', 'Change address', 'One moment…'],
  ['deletion', 'Delete everything for good', 'Deleting…'],
])('names on the button below the code what a change of the %s does: %s', async (...row) => {
  const [kind, words, busy] = row;
  const submit = () => document.querySelector('button[type=submit]')?.textContent;
  await open(steps.typing, { kind });
  expect(submit()).toBe(words);
  cleanup();
  await open('checking', { kind });
  expect(submit()).toBe(busy);
});
