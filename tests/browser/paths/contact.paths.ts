import type { Page } from '@playwright/test';
import { contactRules } from '../../../machines/contact/contact.setup.ts';
import type { ContactContext } from '../../../machines/contact/contact.types.ts';
import { contactDescriptor } from '../../../machines/contact/spec/contact.descriptor.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import type { BrowserChart } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { openPage, press, untilShown, words } from './scene.ts';

const form = (page: Page) => page.locator('[data-actor="contact"]');
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`);
const submit = (page: Page) => form(page).locator('button[type=submit]');
const another = (page: Page) => form(page).getByRole('button', { name: words('contact.another') });
const receipt = (page: Page) => form(page).getByText(words('contact.sent.title'));

const names = ['address', 'name', 'message'] as const;

/** Returns the locators of the fields with their values and problems. */
const writing = (page: Page, { context }: Expectation) => {
  const { problems } = (context as ContactContext).form;
  const invalid = (name: string) => form(page).locator(`[name="${name}"][aria-invalid]`);
  return {
    shown: [
      form(page).getByRole('button', { name: words('contact.send') }),
      form(page).getByLabel(words('contact.message'), { exact: true }),
      ...names.map((name) => field(page, name)),
      ...names.filter((name) => problems[name]).map(invalid),
    ],
    hidden: [another(page), receipt(page), ...names.filter((name) => !problems[name]).map(invalid)],
  };
};

const sending = (page: Page) => ({
  shown: [form(page).getByRole('button', { name: words('contact.sending') })],
  hidden: [receipt(page), another(page)],
});

const filledIn = (says: string) => {
  const samples = contactDescriptor.people?.['field.changed'] as unknown as Record<
    string,
    { name: string; value: string }
  >;
  const label = /\((.*)\)$/.exec(says)?.[1] ?? '';
  const sample = samples[label];
  if (!sample) throw new Error(`Expected a sample named “${label}”.`);
  return sample;
};

export const contactPaths: BrowserChart = {
  chart: 'contact',
  model: {
    ...contactDescriptor,
    // the chart starts before the cookies are read, when the visitor is still unknown
    inputs: { 'unknown visitor': { visitor: null } },
  },
  // moving to the next field sends `field.left` for the previous field
  noise: (id) => id.includes('field.left'),
  // a field that would show a new problem when it is left is not filled in
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type === 'user.changed' ||
    step.event.type !== 'field.changed' ||
    (snapshot.context.form.values[step.event.name] !== step.event.value &&
      !hasUnsaidProblem(snapshot.context.form, step.event.name)),
  open: async (stage) => {
    await holdActors(stage.context, [
      'contact/createKey',
      'contact/readDraft',
      'contact/findAddress',
      'contact/dropDraft',
    ]);
    await openPage(stage, '/contact-us');
    await untilShown(stage.page, field(stage.page, 'message'));
  },
  drivers: {
    'field.changed': async ({ page }, { says }) => {
      const { name, value } = filledIn(says);
      await field(page, name).fill(value);
    },
    'form.submitted': ({ page }) => press(page, submit(page)),
    'createKey answers': ({ page }) => passActor(page, 'contact/createKey'),
  },
  holds: ['refreshUser'],
  reaches: 'contact.sent',
  can: ({ says }) =>
    /^(field\.changed \((an address|a message)\)|form\.submitted|(createKey|sendMessage) answers)/.test(
      says,
    ),
  looks: {
    'contact.writing': writing,
    'contact.keying': sending,
    'contact.sending': sending,
    'contact.sent': (page, { context }) => ({
      shown: [receipt(page), another(page), form(page).getByText(addressIn(context))],
      hidden: [submit(page), field(page, 'message')],
    }),
  },
};

const hasUnsaidProblem = (form: ContactContext['form'], name: string): boolean =>
  names.some(
    (one) =>
      one !== name &&
      form.values[one] !== '' &&
      !form.problems[one] &&
      contactRules[one](form.values[one]) !== null,
  );

const addressIn = (context: unknown): string =>
  (context as ContactContext).form.values.address.trim().toLowerCase();
