import { describe, expect, it } from 'vitest';
import { fromPromise, SimulatedClock } from 'xstate';
import type { LanguageSigns, Locale } from '../../model/locale.ts';
import type { Messages } from '../../model/message.ts';
import { PortError } from '../../ports/port-failure.ts';
import { callActor } from '../../testing/call-actor.ts';
import { chartRef, deferred, settle, startAmongOthers } from '../../testing/test-system.ts';
import { languageMachine } from '../language.machine.ts';
import { selectRefusedLocale } from '../language.selectors.ts';

const words = (locale: Locale): Messages => ({ hello: locale });

type Options = {
  path?: string;
  messages?: Messages;
  signs?: LanguageSigns | PortError;
  loadMessages?: (input: { locale: Locale }) => Promise<Messages>;
};

const start = (options: Options = {}) => {
  const { path = '/', messages = words('en'), signs = { cookie: null, browser: [] } } = options;
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const logic = languageMachine.provide({
    actors: {
      readLanguageSigns: fromPromise(() =>
        signs instanceof PortError ? Promise.reject(signs) : Promise.resolve(signs),
      ),
      loadMessages: callActor(({ locale }) => {
        asked.push(`load ${locale}`);
        return options.loadMessages?.({ locale }) ?? Promise.resolve(words(locale));
      }),
      saveLanguage: callActor(({ locale }) => {
        asked.push(`save ${locale}`);
        return Promise.resolve();
      }),
      navigate: callActor(({ to, replace }) => {
        asked.push(`${replace ? 'replace' : 'push'} ${to}`);
        return Promise.resolve();
      }),
    },
  });
  const { root, told } = startAmongOthers('language', logic, { clock, input: { path, messages } });
  const actor = chartRef(root.system, 'language');
  if (!actor) throw new Error('The language chart did not start');
  const now = () => actor.getSnapshot();
  return { actor, now, asked, clock, told };
};

const lost = new PortError({ reason: 'offline' });

describe('first arrival', () => {
  it('uses the language of the path before anything is loaded', () => {
    const { now } = start({ path: '/ja/record', messages: words('ja') });
    expect(now().context.locale).toBe('ja');
    expect(now().context.messages).toEqual(words('ja'));
  });

  it('loads nothing when the page contains the messages', async () => {
    const { now, asked } = start({ path: '/ja/record', messages: words('ja') });
    await settle();
    expect(now().matches('ready')).toBe(true);
    expect(asked).toEqual([]);
  });

  it('loads, shows and redirects to the language of the cookie at the root (R4)', async () => {
    const { now, asked, told } = start({ signs: { cookie: 'de', browser: ['fr'] } });
    await settle();
    expect(asked).toEqual(['load de', 'replace /de']);
    expect(now().context.locale).toBe('de');
    expect(told('app')).toEqual([
      { type: 'language.changed', locale: 'de', messages: words('de') },
    ]);
    expect(now().matches({ ready: 'settled' })).toBe(true);
  });

  it('keeps the query when it redirects', async () => {
    const { asked } = start({ path: '/?gclid=1', signs: { cookie: null, browser: ['pt-BR'] } });
    await settle();
    expect(asked).toEqual(['load pt', 'replace /pt?gclid=1']);
  });

  it('keeps the language of the path when cookie and browser cannot be read', async () => {
    const { now } = start({ path: '/fr', messages: words('fr'), signs: lost });
    await settle();
    expect(now().context.locale).toBe('fr');
    expect(now().matches('ready')).toBe(true);
  });
});

describe('choosing a language', () => {
  it('loads, shows, saves and redirects, in this order (R4)', async () => {
    const { actor, now, asked } = start({ path: '/record?x=1' });
    await settle();
    actor.send({ type: 'language.chosen', locale: 'ja' });
    await settle();
    expect(asked).toEqual(['load ja', 'save ja', 'replace /ja/record?x=1']);
    expect(now().context.locale).toBe('ja');
  });

  it('keeps the old language on screen until the messages are loaded', async () => {
    const answer = deferred<Messages>();
    const { actor, now } = start({ path: '/record', loadMessages: () => answer.promise });
    await settle();
    actor.send({ type: 'language.chosen', locale: 'ja' });
    await settle();
    expect(now().matches('loading')).toBe(true);
    expect(now().context).toMatchObject({ locale: 'en', wanted: 'ja' });
    expect(now().context.messages).toEqual(words('en'));
    answer.resolve(words('ja'));
    await settle();
    expect(now().matches('loading')).toBe(false);
    expect(now().context.locale).toBe('ja');
  });

  it('shows the last of two choices, independent of the order of the answers', async () => {
    const first = deferred<Messages>();
    const { actor, now } = start({
      path: '/record',
      loadMessages: ({ locale }) =>
        locale === 'ja' ? first.promise : Promise.resolve(words(locale)),
    });
    await settle();
    actor.send({ type: 'language.chosen', locale: 'ja' });
    actor.send({ type: 'language.chosen', locale: 'it' });
    await settle();
    first.resolve(words('ja'));
    await settle();
    expect(now().context.messages).toEqual(words('it'));
    expect(now().context.locale).toBe('it');
  });

  it('saves the current language when it is chosen, without loading it again', async () => {
    const { actor, asked } = start({ path: '/record' });
    await settle();
    actor.send({ type: 'language.chosen', locale: 'en' });
    await settle();
    expect(asked).toEqual(['save en']);
  });

  it('keeps a choice while the visitor navigates in the old language', async () => {
    const answer = deferred<Messages>();
    const { actor, asked } = start({ path: '/record', loadMessages: () => answer.promise });
    await settle();
    actor.send({ type: 'language.chosen', locale: 'ja' });
    actor.send({ type: 'location.changed', path: '/terms' });
    answer.resolve(words('ja'));
    await settle();
    expect(asked).toEqual(['load ja', 'save ja', 'replace /ja/terms']);
  });
});

describe('moving between languages', () => {
  it('follows a path in another language without writing the cookie', async () => {
    const { actor, now, asked } = start({ path: '/de', messages: words('de') });
    await settle();
    actor.send({ type: 'location.changed', path: '/' });
    await settle();
    expect(asked).toEqual(['load en']);
    expect(now().context.locale).toBe('en');
  });

  it('does not change when the visitor goes back before the messages are loaded', async () => {
    const { actor, now } = start({ path: '/de', messages: words('de') });
    await settle();
    actor.send({ type: 'location.changed', path: '/fr' });
    actor.send({ type: 'location.changed', path: '/de/record' });
    await settle();
    expect(now().context.locale).toBe('de');
    expect(now().matches({ ready: 'settled' })).toBe(true);
  });
});

describe('messages that cannot be loaded', () => {
  const refusing = async (path = '/record') => {
    const world = { online: false };
    const started = start({
      path,
      loadMessages: ({ locale }) =>
        world.online ? Promise.resolve(words(locale)) : Promise.reject(lost),
    });
    await settle();
    const say = async (event: Parameters<typeof started.actor.send>[0]) => {
      started.actor.send(event);
      await settle();
      const now = started.now();
      return [now.context.locale, selectRefusedLocale(now)];
    };
    return { ...started, say, world };
  };

  it.each(['language.retried', 'connection.restored'] as const)(
    'keep the old language, are reported, and are loaded again on %s',
    async (type) => {
      const { say, told, world } = await refusing();
      expect(await say({ type: 'language.chosen', locale: 'ja' })).toEqual(['en', 'ja']);
      expect(told('app')).toEqual([{ type: 'call.rejected', failure: { reason: 'offline' } }]);
      world.online = true;
      expect(await say({ type })).toEqual(['ja', null]);
    },
  );

  it('are still wanted after a choice while the visitor navigates in the old language', async () => {
    const { say, asked, world } = await refusing();
    await say({ type: 'language.chosen', locale: 'ja' });
    expect(await say({ type: 'location.changed', path: '/terms' })).toEqual(['en', 'ja']);
    world.online = true;
    await say({ type: 'connection.restored' });
    expect(asked).toEqual(['load ja', 'load ja', 'save ja', 'replace /ja/terms']);
  });

  it('are no longer wanted once the visitor is back on a page in the old language', async () => {
    const { say } = await refusing();
    expect(await say({ type: 'location.changed', path: '/ja/record' })).toEqual(['en', 'ja']);
    expect(await say({ type: 'location.changed', path: '/record' })).toEqual(['en', null]);
  });

  it('are dropped when another language is chosen', async () => {
    const { say } = await refusing();
    await say({ type: 'language.chosen', locale: 'ja' });
    expect(await say({ type: 'language.chosen', locale: 'en' })).toEqual(['en', null]);
  });
});
