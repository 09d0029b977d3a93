import type { Page } from '@playwright/test';
import { ownAccount } from '../../../machines/account/account.descriptor.ts';
import { accountChangeDescriptor } from '../../../machines/account-change/account-change.descriptor.ts';
import {
  fieldsOf,
  type StepName,
  stepProblems,
} from '../../../machines/account-change/account-change.form.ts';
import type {
  AccountChangeContext,
  AccountChangeField,
} from '../../../machines/account-change/account-change.types.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import {
  accountAnswer,
  changeDialog,
  changeField,
  changeSubmit,
  joinForReal,
  keepCookies,
  membersQuiet,
  sessionsAnswer,
} from './account.scene.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { answerOf } from './browser-walker.ts';
import { countDownOf } from './countdown.ts';
import { pressKey } from './keyboard.ts';
import { eachWay, isByEscape } from './question.ts';
import { crash, openPage, press, untilShown, words } from './scene.ts';

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

/** The fields of the step, and the problems at theirs. */
const fields = (page: Page, { value, context }: Expectation) => {
  const { form, ...own } = context as AccountChangeContext;
  const names = fieldsOf(own, stepIn(value));
  const invalid = (name: string) =>
    changeDialog(page).locator(`.field:has(input[name="${name}"][aria-invalid]) .field-problem`);
  return {
    shown: [
      ...names.map((name) => changeField(page, name)),
      ...names.filter((name) => form.problems[name]).map(invalid),
    ],
    hidden: [
      ...allFields.filter((name) => !names.includes(name)).map((name) => changeField(page, name)),
      ...names.filter((name) => !form.problems[name]).map(invalid),
    ],
  };
};

const actions = {
  password: 'account.password.save',
  address: 'account.address.change',
  deletion: 'account.deletion.confirm',
} as const;

const sending = {
  password: 'signIn.send',
  address: 'account.address.send',
  deletion: 'signIn.send',
} as const;

const busyWords = ({ kind }: AccountChangeContext): MessageId =>
  kind === 'deletion' ? 'account.deletion.deleting' : 'signIn.wait';

/** The step with the button that it has now. */
const step =
  (idOf: (context: AccountChangeContext) => MessageId) => (page: Page, expected: Expectation) => {
    const { shown, hidden } = fields(page, expected);
    const id = idOf(expected.context as AccountChangeContext);
    return { shown: [...shown, way(page, id)], hidden };
  };

const typing = (name: 'waiting' | 'free' | 'sending') => (page: Page, expected: Expectation) => {
  const { shown, hidden } = step(({ kind }) => actions[kind])(page, expected);
  const countdown = changeDialog(page).getByText(/^Another code in/);
  const resend = way(page, 'signIn.resend');
  return name === 'waiting'
    ? { shown: [...shown, countdown], hidden: [...hidden, resend] }
    : { shown: [...shown, resend], hidden: [...hidden, countdown] };
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

const openDialog = async (stage: Stage, { start }: Path): Promise<void> => {
  const { page } = stage;
  await keepCookies(stage);
  const says = start.says as keyof typeof openers;
  const hasPassword = says === 'another password' || says === 'the end';
  await openPage(stage, '/account', {
    ...membersQuiet,
    loadAccount: accountAnswer({ ...ownAccount, hasPassword }),
    listSessions: sessionsAnswer([]),
  });
  await press(page, opener(page, openers[says]));
  await untilShown(page, changeDialog(page));
};

const calls = ['changePassword', 'changeEmail', 'deleteAccount'] as const;

/** The call that is on its way. */
const heldIn = async ({ layer }: Stage) => {
  for (;;) {
    const found = calls.find((call) => layer.isHeld(call));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
};

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
): boolean => fieldsOf(snapshot.context, stepIn(snapshot.value)).includes(name);

/** Whoever goes to a field, or a button, leaves another one, whose problem is told then. */
const tellsOnLeaving = (
  { value, context }: { value: unknown; context: AccountChangeContext },
  to: AccountChangeField | undefined,
): boolean => {
  const { values, problems } = context.form;
  const told = stepProblems(context, stepIn(value));
  return allFields.some(
    (name) => name !== to && values[name] !== '' && told[name] && !problems[name],
  );
};

export const accountChangePaths: BrowserChart = {
  chart: 'accountChange',
  longest: 60,
  // whoever goes on to the next field leaves the one before
  noise: (id) => id.includes('field.left'),
  model: {
    ...accountChangeDescriptor,
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
  open: openDialog,
  drivers: {
    'field.changed': async ({ page }, { says }) => {
      const [, label = ''] = /\((.*)\)$/.exec(says) ?? [];
      const filled = samples[label];
      if (!filled) throw new Error(`there is no sample “${label}”`);
      await changeField(page, filled.name).fill(filled.value);
    },
    'field.left': async ({ page }, one) => {
      if (one.kind !== 'event') return;
      await pressKey(page, changeField(page, one.event.name), 'Tab');
    },
    'form.submitted': ({ page }) => press(page, changeSubmit(page)),
    ...Object.fromEntries(Object.entries(presses).map(([type, id]) => [type, pressFor(id)])),
    'dialog.cancelled': async ({ page }, { says }) => {
      if (isByEscape(says)) await page.keyboard.press('Escape');
      else await press(page, way(page, 'dialog.close'));
    },
    'countDown sends countdown.ticked': countDownOf('accountChange'),
    'countDown fails': ({ page }) => crash(page, 'accountChange', 'countDown'),
    'sendOwnCode answers': ({ layer }, one) =>
      layer.answer('sendCode', {
        obj: {
          ...(one.kind === 'done' ? (one.output as object) : {}),
          expiresAt: '2027-01-01T10:10:00.000Z',
        },
      }),
    'sendOwnCode fails': ({ layer }, one) => layer.answer('sendCode', answerOf(one)),
    'changeAccount answers': async (stage) => {
      const call = await heldIn(stage);
      const answer = call === 'deleteAccount' ? { obj: null } : accountAnswer(ownAccount);
      await stage.layer.answer(call, answer);
    },
    'changeAccount fails': async (stage, one) =>
      stage.layer.answer(await heldIn(stage), answerOf(one)),
  },
  real: {
    reaches: 'accountChange.changed',
    can: ({ says }) =>
      /^(field\.changed \((the present password|a password)|form\.submitted|changeAccount answers)/.test(
        says,
      ),
    open: async (stage) => {
      await joinForReal(stage, samples['the present password']?.value ?? '');
      const background = { ...membersQuiet, listSessions: sessionsAnswer([]) };
      await openPage(stage, '/account', {
        ...background,
        loadAccount: accountAnswer(ownAccount),
      });
      await press(stage.page, opener(stage.page, openers['another password']));
      await untilShown(stage.page, changeDialog(stage.page));
    },
  },
  looks: {
    'accountChange.byPassword.asking': step(() => 'account.password.save'),
    'accountChange.byPassword.checking': step(() => 'signIn.wait'),
    'accountChange.asking': step(({ kind }) => sending[kind]),
    'accountChange.sending': step(() => 'signIn.wait'),
    'accountChange.typing.waiting': typing('waiting'),
    'accountChange.typing.free': typing('free'),
    'accountChange.typing.sending': typing('sending'),
    'accountChange.checking': step(busyWords),
    'accountChange.changed': gone,
    'accountChange.deleted': gone,
    'accountChange.cancelled': gone,
  },
  isGone: ({ status }) => status === 'done',
};
