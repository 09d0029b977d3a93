import type { Page } from '@playwright/test';
import {
  accountChangeForm,
  type StepName,
} from '../../../machines/account-change/account-change.form.ts';
import type {
  AccountChangeContext,
  AccountChangeField,
} from '../../../machines/account-change/account-change.types.ts';
import { accountChangeDescriptor } from '../../../machines/account-change/spec/account-change.descriptor.ts';
import { problemsOf } from '../../../machines/model/form.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { changeDialog, changeField, changeSubmit, joinForReal } from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { outcomeOf } from './browser-walker.ts';
import { eachWay, isByEscape } from './question.ts';
import { openPage, press, unfold, untilShown, words } from './scene.ts';

const samples = accountChangeDescriptor.people?.['field.changed'] as unknown as Record<
  string,
  { name: AccountChangeField; value: string }
>;

const allFields: readonly AccountChangeField[] = [
  'oldPassword',
  'address',
  'currentCode',
  'code',
  'password',
];

const way = (page: Page, id: MessageId) =>
  changeDialog(page).getByRole('button', { name: words(id), exact: true });

const stepIn = (value: unknown): StepName => {
  if (typeof value === 'object' && value !== null && 'byPassword' in value) return 'oldPassword';
  return typeof value === 'object' || value === 'checking' ? 'typing' : 'asking';
};

const stepOf = ({ value, context }: { value: unknown; context: AccountChangeContext }) =>
  accountChangeForm.stepOf(context, stepIn(value));

/** Returns the locators of the step's fields and their problems, shown and hidden. */
const fields = (page: Page, expected: Expectation) => {
  const context = expected.context as AccountChangeContext;
  const { problems } = context.form;
  const names = stepOf({ value: expected.value, context }).fields;
  const invalid = (name: string) =>
    changeDialog(page).locator(`.field:has(input[name="${name}"][aria-invalid]) .field-problem`);
  return {
    shown: [
      ...names.map((name) => changeField(page, name)),
      ...names.filter((name) => problems[name]).map(invalid),
    ],
    hidden: [
      ...allFields.filter((name) => !names.includes(name)).map((name) => changeField(page, name)),
      ...names.filter((name) => !problems[name]).map(invalid),
    ],
  };
};

const sending = {
  password: 'signIn.send',
  address: 'account.address.send',
  deletion: 'signIn.send',
} as const;

/** Returns the look of a step: its fields and its button. */
const step =
  (idOf: (context: AccountChangeContext) => MessageId) => (page: Page, expected: Expectation) => {
    const { shown, hidden } = fields(page, expected);
    const id = idOf(expected.context as AccountChangeContext);
    return { shown: [...shown, way(page, id)], hidden };
  };

const gone = (page: Page) => ({ hidden: [changeDialog(page)] });

const openers = {
  'another password': 'account.password.change',
  'a first password': 'account.password.set',
  'another address': 'account.address.change',
  'the end': 'account.deletion.open',
} as const;

const opener = (page: Page, id: MessageId) =>
  page.getByRole('main').getByRole('button', { name: words(id), exact: true });

const calls = ['changePassword', 'changeEmail', 'deleteAccount'] as const;

const heldIn = ({ layer }: Stage) => layer.askedOneOf(calls);

const presses: Readonly<Record<string, MessageId>> = {
  'codeWay.chosen': 'account.password.byCode',
  'passwordWay.chosen': 'account.password.byOld',
  'resend.pressed': 'signIn.resend',
  'address.corrected': 'account.address.correct',
};

const pressFor =
  (id: MessageId): Driver =>
  ({ page }) =>
    press(page, way(page, id));

const isShown = (
  { snapshot }: { snapshot: { value: unknown; context: AccountChangeContext } },
  name: AccountChangeField,
): boolean => stepOf(snapshot).fields.includes(name);

/**
 * Returns true if pressing or typing in `to` takes the focus from a field that then shows a
 * problem.
 */
const tellsOnLeaving = (
  snapshot: { value: unknown; context: AccountChangeContext },
  to: AccountChangeField | undefined,
): boolean => {
  const { form } = snapshot.context;
  const { values, problems } = form;
  const step = stepOf(snapshot);
  const told = problemsOf(form, step.fields, step.rules);
  return allFields.some(
    (name) => name !== to && values[name] !== '' && told[name] && !problems[name],
  );
};

export const accountChangePaths: BrowserChart = {
  chart: 'accountChange',
  longest: 60,
  // moving to the next field sends `field.left` for the previous field
  noise: (id) => id.includes('field.left'),
  model: {
    ...accountChangeDescriptor,
    inputs: { 'another password': accountChangeDescriptor.inputs?.['another password'] } as never,
    people: {
      ...accountChangeDescriptor.people,
      'dialog.cancelled': eachWay('', {}),
      'passwordWay.chosen': ({ kind, hasPassword }: AccountChangeContext) =>
        kind === 'password' && hasPassword ? { '': {} } : {},
      'address.corrected': ({ kind }: AccountChangeContext) =>
        kind === 'address' ? { '': {} } : {},
    } as never,
  },
  allows: (one, { snapshot }) => {
    if (one.kind !== 'event') return true;
    const { type, name } = one.event;
    const isBusy =
      snapshot.matches('sending') ||
      snapshot.matches('checking') ||
      snapshot.matches({ byPassword: 'checking' });
    if (type === 'form.submitted' || type === 'dialog.cancelled') return true;
    if (tellsOnLeaving(snapshot, name)) return false;
    return !type.startsWith('field.') || (!isBusy && isShown({ snapshot }, name));
  },
  open: async (stage) => {
    await joinForReal(stage, samples['the present password']?.value ?? '');
    await openPage(stage, '/account');
    await unfold(stage.page, 'account.password.title');
    await press(stage.page, opener(stage.page, openers['another password']));
    await untilShown(stage.page, changeDialog(stage.page));
  },
  drivers: {
    'field.changed': async ({ page }, { says }) => {
      const [, label = ''] = /\((.*)\)$/.exec(says) ?? [];
      const filled = samples[label];
      if (!filled) throw new Error(`Expected a sample named “${label}”.`);
      await changeField(page, filled.name).fill(filled.value);
    },
    'form.submitted': ({ page }) => press(page, changeSubmit(page)),
    ...Object.fromEntries(Object.entries(presses).map(([type, id]) => [type, pressFor(id)])),
    'codeWay.chosen': ({ page }) => press(page, way(page, 'account.password.byCode')),
    'passwordWay.chosen': ({ page }) => press(page, way(page, 'account.password.byOld')),
    'dialog.cancelled': async ({ page }, { says }) => {
      if (isByEscape(says)) await page.keyboard.press('Escape');
      else await press(page, way(page, 'dialog.close'));
    },
    'changeAccount fails': async (stage, one) =>
      stage.layer.answer(await heldIn(stage), outcomeOf(one)),
    'changeAccount answers': async (stage) => stage.layer.answer(await heldIn(stage)),
  },
  holds: ['sendCode', 'changePassword', 'changeEmail', 'deleteAccount'],
  reaches: 'accountChange.changed',
  can: ({ says }) =>
    /^(field\.changed \((the present password|a password)|form\.submitted|changeAccount answers|(codeWay|passwordWay)\.chosen|dialog\.cancelled)/.test(
      says,
    ),
  looks: {
    'accountChange.byPassword.asking': step(() => 'account.password.save'),
    'accountChange.byPassword.checking': step(() => 'signIn.wait'),
    'accountChange.asking': step(({ kind }) => sending[kind]),
    'accountChange.sending': step(() => 'signIn.wait'),
    'accountChange.cancelled': gone,
    'accountChange.changed': gone,
  },
  isGone: ({ status }) => status === 'done',
};
