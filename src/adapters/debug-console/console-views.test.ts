// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { toastMachine } from '../../../machines/toast/toast.machine.ts';
import { setCurrentTap } from '../../devtools/current-tap.ts';
import { createTap } from '../../devtools/tap/tap.ts';
import { type PageFacts, readView, writeReport } from './console-views.ts';

const facts: PageFacts = {
  runEnv: 'test',
  build: '/assets/create-app-actor-abc.js',
  config: { product: 'Lightwell', email: 'help@example.org' },
};

const rowsOf = (view: Parameters<typeof readView>[0]) => {
  const content = readView(view, facts);
  return content.kind === 'rows' ? content.rows : content.kind;
};

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the console shows cookies that pages set so
  document.cookie = cookie;
};

afterEach(() => {
  localStorage.clear();
  for (const name of ['user_token', 'user_info', 'lightwell_lang']) {
    setCookie(`${name}=; expires=Thu, 01 Jan 1970 00:00:00 GMT`);
  }
});

describe('views of the debug console', () => {
  it('reports that a build without a tap cannot show actors and events', () => {
    expect([rowsOf('actors'), rowsOf('events')]).toEqual(['unavailable', 'unavailable']);
  });

  it('reports refused access, in the view and in the report', () => {
    const refuse = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Storage is forbidden here', 'SecurityError');
    });
    expect(rowsOf('localStorage')).toBe('unreadable');
    expect(writeReport(facts)).toContain('does not let the page read it');
    refuse.mockRestore();
  });

  it('shows cookies without their secrets', () => {
    setCookie('user_token=abcdef');
    setCookie(`user_info=${encodeURIComponent('{"id":"7","email":"ada@example.org"}')}`);
    setCookie('lightwell_lang=de');
    expect(rowsOf('cookies')).toEqual([
      { name: 'user_token', value: '‹secret hidden›', note: '6 characters' },
      { name: 'user_info', value: '{"id":"7","email":"‹personal hidden›"}', note: '36 characters' },
      { name: 'lightwell_lang', value: 'de', note: '2 characters' },
    ]);
  });

  it('shows local storage', () => {
    localStorage.setItem('utm_source', 'newsletter');
    expect(rowsOf('localStorage')).toEqual([
      { name: 'utm_source', value: 'newsletter', note: '10 characters' },
    ]);
  });

  it('shows the calls of the page, newest first, without signed addresses', () => {
    const call = { initiatorType: 'fetch', responseStatus: 200, duration: 12, startTime: 1000 };
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
      { ...call, name: 'https://x.example/v1/user' },
      { ...call, name: 'https://x.example/files/a?X-Amz-Signature=99', responseStatus: 0 },
      { ...call, name: 'https://x.example/a.png', initiatorType: 'img' },
    ] as never);
    expect(rowsOf('calls')).toEqual([
      { name: '/files/a?‹query hidden›', value: 'no answer', note: '1.00 s, took 12 ms' },
      { name: '/v1/user', value: '200', note: '1.00 s, took 12 ms' },
    ]);
  });

  it('shows states and the last events when there is a tap', () => {
    const tap = createTap();
    const toast = createActor(toastMachine, { inspect: tap.inspect, systemId: 'toast' }).start();
    setCurrentTap(tap);
    toast.send({ type: 'toast.requested', kind: 'info', message: { text: 'a@b.de', code: '1' } });
    expect(rowsOf('actors')).toEqual([{ name: 'toast', value: 'shown', note: 'active' }]);
    expect(rowsOf('events')).toMatchObject([
      { name: 'toast.requested', value: expect.stringContaining('‹mail hidden›') },
      { name: 'xstate.init' },
    ]);
    toast.stop();
  });

  it('writes a report that names the build and contains no stored value', () => {
    setCookie('lightwell_lang=de-secret');
    localStorage.setItem('channel', 'my-channel');
    const report = writeReport(facts);
    expect(report).toContain('/assets/create-app-actor-abc.js');
    expect(report).toContain('lightwell_lang | ‹value hidden›');
    for (const secret of ['de-secret', 'my-channel', 'help@example.org']) {
      expect(report).not.toContain(secret);
    }
  });
});
