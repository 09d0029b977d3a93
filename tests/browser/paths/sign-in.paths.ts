import type { Locator, Page } from '@playwright/test';
import type { FormStep } from '../../../machines/form/form.states.ts';
import { addressRule } from '../../../machines/model/account.ts';
import { type Form, problemsOf } from '../../../machines/model/form.ts';
import { signInForm } from '../../../machines/sign-in/sign-in.form.ts';
import type { SignInContext, SignInField } from '../../../machines/sign-in/sign-in.types.ts';
import { signInDescriptor } from '../../../machines/sign-in/spec/sign-in.descriptor.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation, Path } from '../../../workshop/paths/path.ts';
import type { BrowserChart, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { eachWay } from './question.ts';
import { openPage, press, untilShown, words } from './scene.ts';
import { field, mailedCode, signInButton, signInDialog, submit } from './sign-in.scene.ts';

type Filled = { name: SignInField; value: string };

type Snapshot = { value: object | string; context: SignInContext };

/** Returns the step of the form on screen, or null if no form is shown. */
const stepIn = ({ value, context }: Snapshot): FormStep<SignInField> | null => {
  const [state] = typeof value === 'string' ? [value] : Object.keys(value);
  if (state === 'typing') return signInForm.stepOf(context, 'code');
  if (state === 'withPassword') return signInForm.stepOf(context, 'password');
  return ['choosing', 'joining', 'forgotten', 'confirming'].includes(state ?? '')
    ? signInForm.stepOf(context, 'address')
    : null;
};

/** Returns true if the focus leaves a field with a problem, which is then shown. */
const wouldLeaveProblem = (snapshot: Snapshot, name?: string): boolean => {
  const { form } = snapshot.context;
  const step = stepIn(snapshot);
  return (
    step !== null &&
    Object.keys(problemsOf(form, step.fields, step.rules)).some(
      (one) => one !== name && form.values[one as SignInField] !== '',
    )
  );
};

/**
 * Returns true if the typed text differs from the current text. No sample contains the email
 * address of a stored code.
 */
const isAnother = ({ form }: SignInContext, { name, value }: Filled): boolean =>
  name === 'address'
    ? addressRule(form.values.address) !== addressRule(value)
    : form.values[name] !== value;

/** Returns true for events that end the form, or during which the focus does not leave a field. */
const isElsewhere = (type: string) =>
  ['form.submitted', 'dialog.cancelled', 'session.begun', 'field.left'].includes(type);

const way = (page: Page, id: MessageId): Locator =>
  signInDialog(page).getByRole('button', { name: words(id), exact: true });

const titled = (page: Page) => page.getByRole('dialog', { name: words('signIn.title') });

/** Calls to the device that are held for the walk: the stored code and the identity provider. */
const held = [
  'dialog/findPendingCode',
  'dialog/keepPendingCode',
  'dialog/forgetPendingCode',
  'dialog/forgetLink',
  'dialog/askProvider',
];

const openDialog = async (stage: Stage, { start }: Path): Promise<void> => {
  const { page, context } = stage;
  await holdActors(context, held);
  const at = start.says === 'a link' ? '/#direct=link-1' : '/';
  await openPage(stage, at);
  if (start.says === 'no link') await press(page, signInButton(page));
  await untilShown(page, signInDialog(page));
};

const formOf = ({ context }: Expectation): Form<SignInField> => (context as SignInContext).form;

const allFields: readonly SignInField[] = ['address', 'code', 'password'];

/** Returns the look of the step: its fields, with their values and problems. */
const fields =
  (title: MessageId, ...names: SignInField[]) =>
  (page: Page, expected: Expectation) => {
    const { values, problems } = formOf(expected);
    const absent = allFields.filter((name) => !names.includes(name));
    const heading = signInDialog(page).getByRole('heading', { name: words(title), exact: true });
    const valid = names.filter((name) => !problems[name]);
    const invalid = names.filter((name) => problems[name]);
    return {
      shown: [
        heading,
        ...names.map((name) => field(page, name)),
        ...invalid.map((name) =>
          signInDialog(page).locator(
            `.field:has(input[name="${name}"][aria-invalid]) .field-problem`,
          ),
        ),
        ...names.flatMap((name) =>
          values[name] === ''
            ? []
            : [signInDialog(page).locator(`input[name="${name}"]:not(:placeholder-shown)`)],
        ),
      ],
      hidden: [
        ...absent.map((name) => field(page, name)),
        ...valid.map((name) => signInDialog(page).locator(`input[name="${name}"][aria-invalid]`)),
      ],
    };
  };

const waits = (look: ReturnType<typeof fields>) => (page: Page, expected: Expectation) => {
  const { shown = [], hidden = [] } = look(page, expected);
  return { shown: [...shown, way(page, 'signIn.wait')], hidden };
};

/** Returns the look of the code step: the code, and a new password if the step asks for one. */
const codeFields = (page: Page, expected: Expectation) => {
  const names = signInForm.stepOf(expected.context as SignInContext, 'code').fields;
  return fields('signIn.code.title', ...names)(page, expected);
};

const codeAnd =
  (isShown: (page: Page) => Locator, isHidden: (page: Page) => Locator) =>
  (page: Page, expected: Expectation) => {
    const { shown = [], hidden = [] } = codeFields(page, expected);
    return { shown: [...shown, isShown(page)], hidden: [...hidden, isHidden(page)] };
  };

const resend = (page: Page) => way(page, 'signIn.resend');
const countdown = (page: Page) => signInDialog(page).getByText(/^Another code in/);
const gone = (page: Page) => ({ hidden: [signInDialog(page)] });

/**
 * Email addresses by page. Each walk uses another address, because the server sends one code a
 * minute to an address.
 */
const addresses = new WeakMap<Page, string>();

const addressOf = (page: Page): string => {
  const address = addresses.get(page) ?? `walk-${crypto.randomUUID()}@example.com`;
  addresses.set(page, address);
  return address;
};

const presses: Readonly<Record<string, MessageId>> = {
  'passwordWay.chosen': 'signIn.withPassword',
  'account.wanted': 'signIn.join',
  'password.forgotten': 'signIn.forgot',
  'provider.chosen': 'signIn.provider',
  'resend.pressed': 'signIn.resend',
  'address.corrected': 'signIn.otherAddress',
  'link.accepted': 'signIn.link.action',
  'link.retried': 'failure.retry',
};

const pressFor =
  (id: MessageId) =>
  ({ page }: Stage): Promise<void> =>
    press(page, way(page, id));

export const signInPaths: BrowserChart = {
  chart: 'signIn',
  longest: 60,
  // moving to the next field sends `field.left` for the previous field
  noise: (id) => id.includes('field.left'),
  model: {
    ...signInDescriptor,
    people: {
      ...signInDescriptor.people,
      'field.left': signInDescriptor.people?.['field.left'],
      'dialog.cancelled': eachWay('', {}),
    } as never,
  },
  allows: (step, { snapshot }) => {
    if (snapshot.matches('opening') || snapshot.matches('welcomed')) return step.kind !== 'event';
    if (step.kind !== 'event') return true;
    const shown: readonly string[] = stepIn(snapshot)?.fields ?? [];
    const { type, name } = step.event;
    const { use, hasProvider } = snapshot.context;
    if (type === 'field.changed' && !isAnother(snapshot.context, step.event as never)) return false;
    if (type === 'passwordWay.chosen' && snapshot.matches('typing')) return use === 'signIn';
    if (!isElsewhere(type) && wouldLeaveProblem(snapshot, name)) return false;
    if (type === 'field.changed' || type === 'field.left') return shown.includes(name);
    return type !== 'provider.chosen' || hasProvider;
  },
  open: openDialog,
  drivers: {
    'field.changed': async ({ page, layer }, step) => {
      if (step.kind !== 'event') return;
      const { name, value } = step.event;
      if (name === 'code')
        await field(page, name).fill(await mailedCode(layer.product.href, addressOf(page)));
      else await field(page, name).fill(name === 'address' ? addressOf(page) : value);
    },
    'form.submitted': ({ page }) => press(page, submit(page)),
    ...Object.fromEntries(Object.entries(presses).map(([type, id]) => [type, pressFor(id)])),
    'findPendingCode answers': ({ page }) => passActor(page, 'dialog/findPendingCode'),
    'forgetPendingCode answers': ({ page }) => passActor(page, 'dialog/forgetPendingCode'),
  },
  reaches: 'signIn.signedIn',
  can: ({ says }) =>
    /^(findPendingCode answers \(no code, no provider|field\.changed \((an address|a code)\)|form\.submitted|(sendCode|signIn|keepPendingCode|forgetPendingCode) answers)/.test(
      says,
    ),
  looks: {
    'signIn.opening': (page) => ({ shown: [titled(page)], hidden: [submit(page)] }),
    'signIn.choosing.asking': fields('signIn.title', 'address'),
    'signIn.choosing.sending': waits(fields('signIn.title', 'address')),
    'signIn.typing.waiting': codeAnd(countdown, resend),
    'signIn.checking': waits(codeFields),
    'signIn.linked.looking': (page) => ({
      shown: [signInDialog(page).getByText(words('signIn.link.looking'))],
      hidden: [way(page, 'signIn.link.action')],
    }),
    'signIn.linked.unread': (page) => ({
      shown: [way(page, 'failure.retry')],
      hidden: [way(page, 'signIn.link.action')],
    }),
    'signIn.welcomed': (page) => ({ shown: [titled(page)], hidden: [submit(page)] }),
    'signIn.signedIn': gone,
  },
  isGone: ({ status }) => status === 'done',
};
