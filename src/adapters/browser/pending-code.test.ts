// @vitest-environment happy-dom
import Cookies from 'js-cookie';
import { beforeEach, expect, it } from 'vitest';
import {
  closePendingCode,
  isCodeAskedFor,
  readPendingCode,
  writePendingCode,
} from './pending-code.ts';

const now = Date.UTC(2026, 10, 20, 10);
const pending = { address: 'anna@example.com', use: 'signIn', resendAfterMs: 60_000 } as const;

beforeEach(() => {
  sessionStorage.clear();
  Cookies.remove('lightwell_code');
});

it('is found again after a reload, with the remaining time until a resend', () => {
  writePendingCode(pending, now);
  expect(readPendingCode(now + 20_000)).toEqual({ ...pending, resendAfterMs: 40_000 });
  expect(readPendingCode(now + 61_000)).toEqual({ ...pending, resendAfterMs: 0 });
});

it('expires after ten minutes, as at the server', () => {
  writePendingCode(pending, now);
  expect(readPendingCode(now + 599_999)).not.toBeNull();
  expect(readPendingCode(now + 600_000)).toBeNull();
});

it('marks the page for the inline boot, and is removed with its mark', () => {
  writePendingCode(pending, Date.now());
  expect(Cookies.get('lightwell_code')).toBe('1');
  writePendingCode(null, Date.now());
  expect([readPendingCode(Date.now()), Cookies.get('lightwell_code')]).toEqual([null, undefined]);
});

it.each(['signIn', 'signUp', 'reset', 'provider'] as const)('keeps its purpose: %s', (use) => {
  writePendingCode({ ...pending, use }, now);
  expect(readPendingCode(now)?.use).toBe(use);
});

it('does not reopen a closed dialog, and stays valid', () => {
  expect(isCodeAskedFor(now)).toBe(false);
  writePendingCode(pending, now);
  expect(isCodeAskedFor(now)).toBe(true);
  closePendingCode(now + 20_000);
  expect([isCodeAskedFor(now + 20_000), Cookies.get('lightwell_code')]).toEqual([false, undefined]);
  expect(readPendingCode(now + 30_000)).toEqual({ ...pending, resendAfterMs: 30_000 });
  writePendingCode(pending, now);
  expect(isCodeAskedFor(now)).toBe(true);
});

it('can be closed when there is none', () => {
  closePendingCode(now);
  expect(readPendingCode(now)).toBeNull();
});

it.each([
  '',
  '{',
  '7',
  '{"address":"a@b.de"}',
  '{"address":1,"use":"signIn","resendAt":1,"endsAt":9e15,"isClosed":false}',
  '{"address":"a@b.de","use":"other","resendAt":1,"endsAt":9e15,"isClosed":false}',
])('ignores the stored value %j', (value) => {
  sessionStorage.setItem('lightwell.code', value);
  expect(readPendingCode(now)).toBeNull();
});
