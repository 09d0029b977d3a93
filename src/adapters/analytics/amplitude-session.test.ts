import { expect, it } from 'vitest';
import { sessionCookieOf, sessionSince } from './amplitude-session.ts';

const hour = 3_600_000;
const kept = (value: object) => btoa(encodeURIComponent(JSON.stringify(value)));

it.each([
  ['there was no earlier visit', undefined, 10 * hour],
  ['the last session is over', kept({ sessionId: 8 * hour, lastEventTime: 9 * hour }), 10 * hour],
  ['no session was stored', kept({ deviceId: 'a' }), 10 * hour],
  [
    'the stored session continues',
    kept({ sessionId: 8 * hour, lastEventTime: 9.8 * hour }),
    undefined,
  ],
  ['the clock was set back', kept({ sessionId: 8 * hour, lastEventTime: 11 * hour }), undefined],
  ['the stored session cannot be read', 'half a cook', undefined],
])('begins a session with the first event unless one continues: %s', (_, cookie, begins) => {
  expect(sessionSince(10 * hour, cookie)).toBe(begins);
});

it('names the cookie as the SDK does', () => {
  expect(sessionCookieOf('0123456789abcdef')).toBe('AMP_0123456789');
});
