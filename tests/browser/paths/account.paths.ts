import type { Page } from '@playwright/test';
import { accountDescriptor, ownAccount } from '../../../machines/account/account.descriptor.ts';
import type { AccountContext } from '../../../machines/account/account.types.ts';
import { copyOverPath } from '../../../machines/model/pages.ts';
import { offline, rejecting } from '../../../machines/testing/samples.ts';
import type { Expectation, Path } from '../../../tools/paths/path.ts';
import type { Step } from '../../../tools/paths/step.ts';
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
import { holdActors, passActor } from './held-actors.ts';
import { pressKey } from './keyboard.ts';
import { oneOf, unseen } from './look.ts';
import { openPage, pageOf, press, reconnect, untilShown, words } from './scene.ts';

const main = (page: Page) => page.getByRole('main');

const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** What the whole page is about. */
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

/** The switch stands as it was set, and the note says whether that is saved. */
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

const leaving = (page: Page) => main(page).getByText(words('account.sessions.ending'));

const listed = (page: Page, { context }: Expectation) => {
  const { sessionsFailure } = context as AccountContext;
  const { shown, hidden } = devices('listed')(page);
  const notEnded = main(page).getByText(words('account.sessions.notEnded'));
  return {
    shown: sessionsFailure ? [...shown, notEnded] : shown,
    hidden: [...hidden, leaving(page), ...(sessionsFailure ? [] : [notEnded])],
  };
};

const ending = (page: Page) => ({
  shown: [leaving(page)],
  hidden: devices('listed')(page).hidden,
});

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

/** What there is, and as many lines as the chart has. */
const listedCredits =
  (more: 'more' | 'loadingMore' | 'moreFailed' | null) =>
  (page: Page, { context }: Expectation) => {
    const { credits } = context as AccountContext;
    const section = inCredits(page);
    const older = section.getByRole('button', {
      name: words(more === 'moreFailed' ? 'failure.retry' : `account.credits.${more ?? 'more'}`),
    });
    const failed = section.getByText(words('account.credits.moreFailed'));
    const none = section.getByText(words('account.credits.none'));
    const line = section.locator('.account-credit').nth((credits?.lines.length ?? 0) - 1);
    const hasOlder = more !== null && credits?.nextCursor !== null;
    return {
      shown: [
        credits?.lines.length ? line : none,
        ...(hasOlder ? [older] : []),
        ...(more === 'moreFailed' ? [failed] : []),
      ],
      hidden: [
        section.getByText(words('account.credits.loading')),
        section.locator('.account-credit').nth(credits?.lines.length ?? 0),
        ...(hasOlder ? [] : [older]),
        ...(more === 'moreFailed' ? [] : [failed]),
      ],
    };
  };

const creditsFile = oneOf((page) => ({
  still: inCredits(page).getByRole('button', { name: words('account.credits.save') }),
  saving: inCredits(page).getByRole('button', { name: words('account.credits.saving') }),
}));

/** Nothing was booked: there is no file to save. */
const fileButton =
  (name: 'still' | 'saving', failed: boolean) =>
  (page: Page, { context }: Expectation) => {
    const { credits } = context as AccountContext;
    const note = inCredits(page).getByText(words('account.credits.notSaved'));
    const { shown, hidden } = creditsFile(name)(page);
    if (!credits?.lines.length) return { shown: [], hidden: [...shown, ...hidden, note] };
    return failed ? { shown: [...shown, note], hidden } : { shown, hidden: [...hidden, note] };
  };

type Regions = Record<
  'credits' | 'creditsFile' | 'preferences' | 'sessions' | 'copy' | 'clock',
  string
>;

/** Calls on their way would fail with the connection. */
const isIdle = (value: unknown): boolean => {
  const regions = (value as { shown?: Regions }).shown;
  return (
    !regions ||
    !['saving', 'loading', 'endingOne', 'endingOthers', 'asking', 'counting', 'loadingMore'].some(
      (one) => Object.values(regions).includes(one),
    )
  );
};

const outputOf = (step: Step) => (step.kind === 'done' ? step.output : undefined) as never;

/** A new password, which signs out everywhere else. */
const changeAccount: Driver = async ({ page, layer }, step) => {
  await press(page, button(page, words('account.password.change')));
  await untilShown(page, changeField(page, 'oldPassword'));
  await changeField(page, 'oldPassword').fill('seven hills');
  await changeField(page, 'password').fill('eight rivers');
  await press(page, changeSubmit(page));
  if (step.kind === 'event')
    await layer.answer('changePassword', accountAnswer(step.event.account));
};

const buttons = {
  password: 'account.password.change',
  address: 'account.address.change',
  deletion: 'account.deletion.open',
} as const;

const addressOf = (start: string): string =>
  start === 'a user whose copy is gone' ? copyOverPath : '/account';

const begin = async (stage: Stage, { start, steps }: Path): Promise<void> => {
  const { context } = stage;
  const isUser = start.says.startsWith('a user') || steps[0]?.step.says === 'user.changed (a user)';
  if (isUser) await keepCookies(stage);
  if (start.says === 'nobody yet') await holdActors(context, ['session/restoreSession']);
  const { listRecords: _, ...background } = membersQuiet;
  await openPage(
    stage,
    addressOf(start.says),
    isUser ? background : { ...background, refreshUser: { code: '10009' } },
  );
};

export const accountPaths: BrowserChart = {
  chart: 'account',
  longest: 40,
  model: {
    ...accountDescriptor,
    // the root takes the page away from whoever is signed out
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
      // there is a button only where there is something to load or to save
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
  allows: (step, { snapshot }) =>
    step.kind !== 'event' || step.event.type !== 'connection.restored' || isIdle(snapshot.value),
  noise: (id) => id.includes('change.pressed'),
  open: begin,
  drivers: {
    'account.retried': ({ page }) => press(page, button(page, words('failure.retry'))),
    'sessions.retried': ({ page }) => press(page, retryIn(page, 'account.sessions.title')),
    'clock.retried': ({ page }) => press(page, retryIn(page, 'account.clock.title')),
    // its first letter, as in every list of the browser
    'locale.chosen': ({ page }) => pressKey(page, main(page).locator('select[name="locale"]'), 'd'),
    'reminders.switched': ({ page }) => pressKey(page, main(page).getByRole('switch'), ' '),
    'change.pressed': async ({ page }, step) => {
      if (step.kind !== 'event') return;
      const kind = step.event.kind as keyof typeof buttons;
      await press(page, button(page, words(buttons[kind])));
      await untilShown(page, changeDialog(page));
      await page.keyboard.press('Escape');
    },
    'credits.retried': ({ page }) => press(page, retryIn(page, 'account.credits.title')),
    'moreCredits.pressed': ({ page }) =>
      press(
        page,
        inCredits(page).getByRole('button', {
          name: new RegExp(`${words('account.credits.more')}|${words('failure.retry')}`),
        }),
      ),
    'creditsFile.pressed': ({ page }) =>
      press(page, inCredits(page).getByRole('button', { name: words('account.credits.save') })),
    'session.ended': ({ page }) =>
      press(page, main(page).getByRole('button', { name: /^Sign out Chrome/ })),
    'otherSessions.ended': ({ page }) =>
      press(page, button(page, words('account.sessions.endOthers'))),
    'export.pressed': ({ page }) => press(page, button(page, words('account.copy.ask'))),
    'user.changed': ({ page }) => passActor(page, 'session/restoreSession'),
    'account.changed': changeAccount,
    'connection.restored': reconnect,
    'loadAccount answers': ({ layer }, step) =>
      layer.answer('loadAccount', accountAnswer(outputOf(step))),
    'savePreferences answers': ({ layer }, step) =>
      layer.answer('savePreferences', accountAnswer(outputOf(step))),
    'listSessions answers': ({ layer }, step) =>
      layer.answer('listSessions', sessionsAnswer(outputOf(step))),
    'loadCredits answers': ({ layer }, step) =>
      layer.answer('loadCredits', { obj: outputOf(step) }),
    'loadMoreCredits answers': ({ layer }, step) =>
      layer.answer('loadMoreCredits', { obj: outputOf(step) }),
    'saveCreditsFile answers': ({ layer }) =>
      layer.answer('saveCreditsFile', { obj: 'id,createdAt\r\n' }),
    'requestExport answers': ({ layer }) =>
      layer.answer('requestExport', {
        obj: { state: 'queued', createdAt: '2027-01-01T10:00:00.000Z' },
      }),
    'listRecords answers': async ({ layer }, step) => {
      const { records, nextCursor } = outputOf(step) as { records: never[]; nextCursor: null };
      const call = layer.isHeld('listMore') ? 'listMore' : 'listRecords';
      await layer.answer(call, pageOf(records, nextCursor));
    },
    'listRecords fails': ({ layer }, step) =>
      layer.answer(layer.isHeld('listMore') ? 'listMore' : 'listRecords', answerOf(step)),
  },
  real: {
    reaches: 'account.shown.copy.asked',
    can: ({ says }) =>
      /^(export\.pressed|reminders\.switched|(loadAccount|requestExport) answers|savePreferences answers \(as it was chosen|listSessions answers \(this one only|listRecords answers \(none)/.test(
        says,
      ),
    open: async (stage, { start }) => {
      await joinForReal(stage, 'seven hills');
      const { listRecords: _, ...background } = membersQuiet;
      await openPage(stage, addressOf(start.says), background);
    },
  },
  looks: {
    'account.waiting': whole('loading'),
    'account.loading': whole('loading'),
    'account.signedOut': whole('signedOut', (page) => [button(page, words('nav.signIn'))]),
    'account.failed': whole('failed', (page) => [button(page, words('failure.retry'))]),
    'account.shown.preferences.still': preferences('still'),
    'account.shown.preferences.saving': preferences('saving'),
    'account.shown.preferences.saved': preferences('saved'),
    'account.shown.preferences.failed': preferences('failed'),
    'account.shown.credits.loading': (page) => ({
      shown: [main(page).getByText(words('account.credits.loading'))],
      hidden: [main(page).getByText(words('account.credits.history'))],
    }),
    'account.shown.credits.failed': (page) => ({
      shown: [main(page).getByText(words('account.credits.failed'))],
      hidden: [main(page).getByText(words('account.credits.history'))],
    }),
    'account.shown.credits.listed': listedCredits('more'),
    'account.shown.credits.loadingMore': listedCredits('loadingMore'),
    'account.shown.credits.moreFailed': listedCredits('moreFailed'),
    'account.shown.creditsFile.still': fileButton('still', false),
    'account.shown.creditsFile.saving': fileButton('saving', false),
    'account.shown.creditsFile.failed': fileButton('still', true),
    'account.shown.sessions.loading': devices('loading'),
    'account.shown.sessions.failed': devices('failed'),
    'account.shown.sessions.listed': listed,
    'account.shown.sessions.endingOne': ending,
    'account.shown.sessions.endingOthers': ending,
    'account.shown.copy.opening': unseen('it passes at once to one of the others'),
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
    'account.shown.clock.failed': clock('failed'),
    'account.shown.clock.counted': counted,
  },
};

const retryIn = (
  page: Page,
  title: 'account.sessions.title' | 'account.clock.title' | 'account.credits.title',
) =>
  main(page)
    .getByRole('region', { name: words(title) })
    .getByRole('button', { name: words('failure.retry') });
