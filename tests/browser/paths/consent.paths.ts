import type { Page } from '@playwright/test';
import type { AnyMachineSnapshot } from 'xstate';
import type { ConsentContext } from '../../../machines/consent/consent.types.ts';
import { consentDescriptor } from '../../../machines/consent/spec/consent.descriptor.ts';
import { type Purpose, purposes } from '../../../machines/model/consent.ts';
import type { MessageId } from '../../../src/i18n/message-id.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { configureTrackers } from '../trackers.ts';
import type { BrowserChart, Driver, Stage } from './browser-chart.ts';
import { holdActors, passActor } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import type { Look } from './look.ts';
import { openPage, press, words } from './scene.ts';

const note = (page: Page) => page.getByRole('region', { name: words('consent.title') });
const button = (page: Page, id: MessageId) =>
  note(page).getByRole('button', { name: words(id), exact: true });
const switchOf = (page: Page, purpose: Purpose) =>
  note(page).getByRole('switch', { name: words(`consent.${purpose}`), exact: true });
const wayBack = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: words('footer.privacyChoices') });

/** Returns the look of the consent question: its switches, and the buttons of this view only. */
const asking =
  (view: 'brief' | 'detailed' | 'changing') =>
  (page: Page, { context }: Expectation): Look => {
    const known = context as ConsentContext;
    const switches = view === 'brief' ? [] : known.asked;
    const of = {
      'consent.details': view === 'brief',
      'consent.save': view !== 'brief',
      'dialog.close': view === 'changing',
    };
    const signal = note(page).getByText(words('consent.signal'), { exact: true });
    const said = (id: MessageId) => note(page).getByText(words(id));
    const set = (purpose: Purpose, on: boolean) =>
      switchOf(page, purpose).and(page.locator(on ? ':checked' : ':not(:checked)'));
    const buttons = (is: boolean) =>
      Object.entries(of).flatMap(([id, has]) =>
        has === is ? [button(page, id as MessageId)] : [],
      );
    return {
      shown: [
        ...[button(page, 'consent.allow'), button(page, 'consent.refuse'), said('consent.lead')],
        ...switches.map((purpose) => set(purpose, known.draft[purpose])),
        ...buttons(true),
        ...(known.isObjecting ? [signal] : []),
      ],
      hidden: [
        ...purposes.filter((one) => !switches.includes(one)).map((one) => switchOf(page, one)),
        ...buttons(false),
        ...(known.isObjecting ? [] : [signal]),
      ],
    };
  };

const nothingToSay = (page: Page): Look => ({ hidden: [note(page), wayBack(page)] });
const chosen = (page: Page): Look => ({ shown: [wayBack(page)], hidden: [note(page)] });

const held = ['readConsent', 'keepConsent', 'forgetTraces', 'watchConsent'];

const open = async (stage: Stage): Promise<void> => {
  await holdActors(
    stage.context,
    held.map((one) => `consent/${one}`),
  );
  await openPage(stage, '/');
};

const pass =
  (name: string): Driver =>
  ({ page }) =>
    passActor(page, `consent/${name}`);

const pressed =
  (id: MessageId): Driver =>
  ({ page }) =>
    press(page, button(page, id));

/** Returns true if the purpose has a switch and this event changes its position. */
const canSwitch = (event: { purpose: Purpose; on: boolean }, { context }: AnyMachineSnapshot) => {
  const { asked, draft } = context as ConsentContext;
  return asked.includes(event.purpose) && draft[event.purpose] !== event.on;
};

export const consentPaths: BrowserChart = {
  chart: 'consent',
  model: consentDescriptor,
  allows: (step, { snapshot }) =>
    step.kind !== 'event' ||
    step.event.type !== 'purpose.switched' ||
    canSwitch(step.event as never, snapshot),
  open: async (stage) => {
    await configureTrackers(stage.page, { gaId: 'G-TEST', metaPixelId: '1' });
    await open(stage);
  },
  drivers: {
    'everything.allowed': pressed('consent.allow'),
    'everything.refused': pressed('consent.refuse'),
    'details.opened': pressed('consent.details'),
    'choice.saved': pressed('consent.save'),
    'consent.closed': pressed('dialog.close'),
    'consent.requested': ({ page }) => press(page, wayBack(page)),
    'purpose.switched': async ({ page }, step) => {
      if (step.kind !== 'event') return;
      const one = switchOf(page, step.event.purpose);
      // the Space key operates a switch
      if (step.event.on) await pressKey(page, one, ' ');
      else await one.click();
    },
    'readConsent answers': pass('readConsent'),
    'keepConsent answers': pass('keepConsent'),
    'forgetTraces answers': pass('forgetTraces'),
  },
  reaches: 'consent.open.changing',
  can: ({ says }) =>
    /^(readConsent answers \(a new visitor\)|(keepConsent|forgetTraces) answers)/.test(says) ||
    /^(everything|details|purpose|choice|consent\.(requested|closed))/.test(says),
  looks: {
    'consent.reading': nothingToSay,
    'consent.open.asking.brief': asking('brief'),
    'consent.open.asking.detailed': asking('detailed'),
    'consent.open.changing': asking('changing'),
    'consent.open.settled': chosen,
    'consent.keeping': chosen,
    'consent.forgetting': chosen,
  },
};
