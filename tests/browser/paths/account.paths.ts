import type { Page } from '@playwright/test';
import type { AccountContext } from '../../../machines/account/account.types.ts';
import {
  accountDescriptor,
  ownAccount,
} from '../../../machines/account/spec/account.descriptor.ts';
import { copyOverPath } from '../../../machines/model/pages.ts';
import { offline, rejecting } from '../../../machines/testing/samples.ts';
import type { Expectation } from '../../../workshop/paths/path.ts';
import { joinForReal } from './account.scene.ts';
import type { BrowserChart } from './browser-chart.ts';
import { pressKey } from './keyboard.ts';
import { oneOf } from './look.ts';
import { openPage, press, unfoldAll, words } from './scene.ts';

const main = (page: Page) => page.getByRole('main');

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Finds the alternative contents of the page, of which exactly one is shown. */
const whole = oneOf((page) => ({
  loading: main(page).getByText(words('account.loading')),
  signedOut: main(page).getByText(words('account.signedOut.text')),
  failed: main(page).getByText(words('account.failed.title')),
  shown: button(page, words('account.address.change')),
}));

const saving = (page: Page) => ({
  saving: main(page).getByText(words('account.mails.saving')),
  saved: main(page).getByText(words('account.mails.saved'), { exact: true }),
  failed: main(page).getByText(words('account.mails.failed')),
});

/**
 * Returns the look of the reminders. The switch shows the setting, and the note shows whether the
 * setting is saved.
 */
const preferences =
  (name: keyof ReturnType<typeof saving> | 'still') =>
  (page: Page, { context }: Expectation) => {
    const { wanted } = context as AccountContext;
    const checked = wanted?.reminders ?? true;
    const notes = Object.entries(saving(page));
    return {
      shown: [
        main(page).getByRole('switch', { checked }),
        ...notes.filter(([own]) => own === name).map(([, note]) => note),
      ],
      hidden: [
        main(page).getByRole('switch', { checked: !checked }),
        ...notes.filter(([own]) => own !== name).map(([, note]) => note),
      ],
    };
  };

const devices = oneOf((page) => ({
  loading: main(page).getByText(words('account.sessions.loading')),
  failed: main(page).getByText(words('account.sessions.failed')),
  listed: main(page).getByText(words('account.sessions.this')),
}));

const copy = oneOf((page) => ({
  still: button(page, words('account.copy.ask')),
  asking: button(page, words('account.copy.asking')),
  asked: main(page).getByText(words('account.copy.asked.title')),
}));

const copyOver = (page: Page) => main(page).getByText(words('account.copy.over.title'));

const copyFailed = (page: Page) => main(page).getByText(words('account.copy.failed'));

const counted = (page: Page, { context }: Expectation) => {
  const { count } = (context as AccountContext).clock;
  const told = main(page).getByText(new RegExp(`^${count} records?\\.`));
  return {
    shown: [count === 0 ? main(page).getByText(words('account.clock.none')) : told],
    hidden: [
      main(page).getByText(words('account.clock.counting')),
      main(page).getByText(words('account.clock.failed')),
    ],
  };
};

const clock = oneOf((page) => ({
  counting: main(page).getByText(words('account.clock.counting')),
  failed: main(page).getByText(words('account.clock.failed')),
}));

const inCredits = (page: Page) =>
  main(page).getByRole('region', { name: words('account.credits.title'), exact: true });

const creditsFile = oneOf((page) => ({
  still: inCredits(page).getByRole('button', { name: words('account.credits.save') }),
  saving: inCredits(page).getByRole('button', { name: words('account.credits.saving') }),
}));

/** Without ledger lines there is no button to save a file. */
const fileButton =
  (name: 'still' | 'saving', failed: boolean) =>
  (page: Page, { context }: Expectation) => {
    const { credits } = context as AccountContext;
    const note = inCredits(page).getByText(words('account.credits.notSaved'));
    const { shown, hidden } = creditsFile(name)(page);
    if (!credits?.lines.length) return { shown: [], hidden: [...shown, ...hidden, note] };
    return failed ? { shown: [...shown, note], hidden } : { shown, hidden: [...hidden, note] };
  };

const addressOf = (start: string): string =>
  start === 'a user whose copy is gone' ? copyOverPath : '/account';

export const accountPaths: BrowserChart = {
  chart: 'account',
  longest: 40,
  model: {
    ...accountDescriptor,
    // only the error `offline` is tried, because the root removes the page after a sign-out
    actors: Object.fromEntries(
      Object.entries(accountDescriptor.actors ?? {}).map(([id, answers]) => [
        id,
        { ...answers, ...(answers.error ? { error: { offline: rejecting(offline) } } : {}) },
      ]),
    ),
    people: {
      ...accountDescriptor.people,
      'session.ended': ({ sessions }: AccountContext) => {
        const other = sessions.find(({ isCurrent, device }) => !isCurrent && device !== '');
        return other ? { 'the phone': { id: other.id } } : {};
      },
      'otherSessions.ended': ({ sessions }: AccountContext) =>
        sessions.some(({ isCurrent }) => !isCurrent) ? { '': {} } : {},
      // the button exists only if there are ledger lines to load or to save
      'moreCredits.pressed': ({ credits }: AccountContext) =>
        credits?.nextCursor ? { '': {} } : {},
      'creditsFile.pressed': ({ credits }: AccountContext) =>
        credits?.lines.length ? { '': {} } : {},
      'reminders.switched': ({ wanted }: AccountContext) =>
        wanted ? { '': { on: !wanted.reminders } } : {},
      'locale.chosen': ({ wanted }: AccountContext) =>
        wanted?.locale === 'de' ? {} : { German: { locale: 'de' } },
    } as never,
    charts: {
      'user.changed': accountDescriptor.charts?.['user.changed' as never],
      'account.changed': { '': { account: ownAccount } },
      'connection.restored': {},
    } as never,
  },
  // the setting is not switched again until its first call is answered
  allows: ({ says }, { snapshot }) =>
    says !== 'reminders.switched' || !snapshot.matches({ shown: { preferences: 'saving' } }),
  noise: (id) => id.includes('change.pressed'),
  open: async (stage, { start }) => {
    await joinForReal(stage, 'seven hills');
    await openPage(stage, addressOf(start.says));
    await unfoldAll(stage.page);
  },
  drivers: {
    'account.retried': ({ page }) => press(page, button(page, words('failure.retry'))),
    'reminders.switched': ({ page }) => pressKey(page, main(page).getByRole('switch'), ' '),
    'export.pressed': ({ page }) => press(page, button(page, words('account.copy.ask'))),
    'listRecords answers': ({ layer }) =>
      layer.answer(layer.isHeld('listMore') ? 'listMore' : 'listRecords'),
  },
  holds: ['listMore'],
  reaches: 'account.shown.copy.asked',
  can: ({ says }) =>
    /^(account\.retried|export\.pressed|reminders\.switched|(loadAccount|requestExport) answers|savePreferences answers \(as it was chosen|listSessions answers \(this one only|listRecords answers \(none)/.test(
      says,
    ),
  looks: {
    'account.loading': whole('loading'),
    'account.failed': whole('failed', (page) => [button(page, words('failure.retry'))]),
    'account.shown.preferences.still': preferences('still'),
    'account.shown.preferences.saving': preferences('saving'),
    'account.shown.preferences.saved': preferences('saved'),
    'account.shown.preferences.failed': preferences('failed'),
    'account.shown.credits.loading': (page) => ({
      shown: [main(page).getByText(words('account.credits.loading'))],
      hidden: [main(page).getByText(words('account.credits.history'))],
    }),
    'account.shown.creditsFile.still': fileButton('still', false),
    'account.shown.sessions.loading': devices('loading'),
    'account.shown.copy.over': (page) => ({
      shown: [copyOver(page), button(page, words('account.copy.ask'))],
      hidden: [copyFailed(page), button(page, words('account.copy.asking'))],
    }),
    'account.shown.copy.still': (page) => ({
      shown: copy('still')(page).shown,
      hidden: [...copy('still')(page).hidden, copyOver(page)],
    }),
    'account.shown.copy.asking': copy('asking'),
    'account.shown.copy.asked': copy('asked'),
    'account.shown.copy.failed': (page) => ({
      shown: [copyFailed(page), button(page, words('account.copy.ask'))],
      hidden: [button(page, words('account.copy.asking'))],
    }),
    'account.shown.clock.counting': clock('counting'),
    'account.shown.clock.counted': counted,
    'account.shown.renewal.current': whole('shown'),
  },
};
