// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logEvent } from './log-event.ts';

const heard = {
  event: { type: 'task.ended', function: 'enhance', outcome: 'succeeded' },
  at: Date.parse('2026-11-23T18:05:09Z'),
  url: '/de',
  allowed: null,
} as const;

afterEach(() => {
  localStorage.clear();
  Cookies.remove('_ga');
});

describe('a logged event', () => {
  it('has its name, its own parameters, and the common parameters (R54)', () => {
    localStorage.setItem('utm_source', 'letter');
    localStorage.setItem('channel', 'c7');
    Cookies.set('_ga', 'GA1.1.1234567.1700000000');
    expect(logEvent(heard)).toEqual({
      name: 'task_end',
      at: heard.at,
      parameters: {
        function: 'enhance',
        outcome: 'succeeded',
        url: '/de',
        utm_source: 'letter',
        channel: 'c7',
        gaCid: '1234567.1700000000',
        // at this time, the next day has begun in Shanghai
        shanghai_time: '02:05:09',
      },
    });
  });

  it('has empty values for a visitor without campaign and cookie', () => {
    const { parameters } = logEvent(heard);
    expect(parameters).toMatchObject({ utm_source: '', channel: '', gaCid: '' });
  });

  it('is logged in a browser without storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    vi.spyOn(document, 'cookie', 'get').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    expect(logEvent(heard).parameters).toMatchObject({ channel: '', gaCid: '' });
  });
});
