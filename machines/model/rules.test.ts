import { describe, expect, it } from 'vitest';
import { aRecord } from '../testing/test-record.ts';
import { campaignOfPath } from './campaign.ts';
import { creditsOf, priceOf } from './credits.ts';
import type { FunctionCredits, Setup } from './functions.ts';
import { isInternalPath } from './navigation.ts';
import { climbedPercent, expectedPercent, recordPercent, wholeFraction } from './progress.ts';
import { appendRecords, recordUnderWay, replaceRecord } from './record-list.ts';
import { statePath } from './state-path.ts';
import { isCoreRejected, phaseOf } from './task-record.ts';
import { isLoggedIn, isSubscribed, isVip } from './user.ts';

describe('navigation', () => {
  it.each(['/', '/record', '/de/result/1?x=1#y', '/?q=a:b', '/a.b/..c?next=/../'])(
    'accepts %s (R9)',
    (to) => {
      expect(isInternalPath(to)).toBe(true);
    },
  );

  it.each([
    'https://example.com',
    '//example.com',
    '/\\example.com',
    '\\\\example.com',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '/\t/example.com',
    '/\n/example.com',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.c',
    'record',
    '',
    '/.//evil.example',
    '/..//evil.example',
    '/de/%2e%2E//evil.example',
    '/de/..',
  ])('refuses %j (R9)', (to) => {
    expect(isInternalPath(to)).toBe(false);
  });
});

describe('campaign parameters', () => {
  it.each([
    'utm_source',
    'utm_term',
    'gclid',
    'wbraid',
    'gbraid',
    'campaignid',
    'adgroupid',
    'feeditemid',
    'targetid',
    'device',
    'creative',
    'keyword',
    'channel',
    'country',
    'abTest',
  ])('reads %s (R14)', (name) => {
    expect(campaignOfPath(`/?${name}=v`)).toEqual({ [name]: 'v' });
  });

  it('picks the known ones, decoded (R14)', () => {
    expect(campaignOfPath('/de?utm_source=a%20b&x=1&abTest=v2&gclid=Z+1#utm_term=no')).toEqual({
      utm_source: 'a b',
      abTest: 'v2',
      gclid: 'Z 1',
    });
  });

  it('uses the first value of a repeated parameter, and ignores empty and malformed ones', () => {
    expect(campaignOfPath('/?gclid=1&gclid=2&channel=&country=%E0%A4%A')).toEqual({ gclid: '1' });
  });

  it('keeps 500 characters of a value', () => {
    expect(campaignOfPath(`/?gclid=${'a'.repeat(501)}`)).toEqual({ gclid: 'a'.repeat(500) });
  });

  it('finds nothing in a plain path', () => {
    expect(campaignOfPath('/record')).toEqual({});
    expect(campaignOfPath('/?__proto__=x&constructor=y')).toEqual({});
  });
});

describe('credits', () => {
  const setup: Setup = {
    functionCredits: { enhance: { unit: 1, credits: 2 } },
    functions: [],
    retentionDays: 7,
    welcomeCredits: 20,
  };

  it('uses unit 0 and credits 0 for a missing function (R11)', () => {
    expect(creditsOf(setup, 'other')).toEqual({ unit: 0, credits: 0 });
    expect(creditsOf(setup, 'toString')).toEqual({ unit: 0, credits: 0 });
    expect(creditsOf(null, 'enhance')).toEqual({ unit: 0, credits: 0 });
    expect(creditsOf(setup, 'enhance')).toEqual({ unit: 1, credits: 2 });
  });

  it.each<[FunctionCredits, number, number]>([
    [{ unit: 1, credits: 2 }, 9_000_000, 2],
    [{ unit: 2, credits: 2 }, 1, 2],
    [{ unit: 2, credits: 2 }, 1_000_000, 2],
    [{ unit: 2, credits: 2 }, 1_000_001, 4],
    [{ unit: 2, credits: 1 }, 12_000_000, 12],
    [{ unit: 0, credits: 5 }, 1_000_000, 0],
  ])('prices %j of %d pixels at %d (R45)', (credits, pixels, price) => {
    expect(priceOf(credits, pixels)).toBe(price);
  });
});

describe('users', () => {
  const user = { vipStatus: 0, subscriptionStatus: 0, allowance: null };

  it('is logged in with an id, VIP with status 1, subscribed with status 1 (R20)', () => {
    expect([isLoggedIn(user), isVip(user), isSubscribed(user)]).toEqual([false, false, false]);
    expect(isLoggedIn({ ...user, id: '7' })).toBe(true);
    expect(isVip({ ...user, vipStatus: 1 })).toBe(true);
    expect(isSubscribed({ ...user, subscriptionStatus: 1 })).toBe(true);
    expect(isSubscribed({ ...user, subscriptionStatus: 2 })).toBe(false);
    expect([isLoggedIn(null), isVip(null), isSubscribed(null)]).toEqual([false, false, false]);
  });
});

describe('progress', () => {
  it('climbs in stages from 0 to 98 at 400 000 ms', () => {
    expect([0, 400_000, 900_000].map(climbedPercent)).toEqual([0, 98, 98]);
    expect(climbedPercent(399_999)).toBeLessThan(98);
    expect(climbedPercent(10_000)).toBeCloseTo(17.5);
  });

  it('follows the upper end of a measured range', () => {
    const measured = { percent: 50, remainingMs: { low: 1000, high: 4000 } };
    expect([0, 2000, 4000, 9000].map((ms) => expectedPercent(measured, ms))).toEqual([
      50, 74, 98, 98,
    ]);
    expect(expectedPercent({ percent: 50, remainingMs: null }, 9000)).toBe(50);
  });

  it('gives each stage its share of the whole, in order', () => {
    const stages = ['preparing', 'uploading', 'starting', 'queued', 'running'] as const;
    const ends = stages.map((stage) => wholeFraction(stage, 1));
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    expect(wholeFraction('preparing', 0)).toBe(0);
    expect(wholeFraction('reading', 0)).toBe(wholeFraction('queued', 1));
    expect(wholeFraction('running', 1)).toBe(1);
    expect(wholeFraction('running', 7)).toBe(1);
    expect(wholeFraction('uploading', -1)).toBe(wholeFraction('preparing', 1));
  });

  it.each(['waiting', 'silent', 'cancelling'] as const)(
    'gives the stage %s no share, because its progress is not measured',
    (stage) => {
      expect([0, 0.5, 1].map((fraction) => wholeFraction(stage, fraction))).toEqual([0, 0, 0]);
    },
  );

  it('shows a record at the percent that its task has reached, below 100 until the end', () => {
    const running = { stage: 'running' as const, fraction: 1, remainingMs: null };
    expect(recordPercent(aRecord({ progress: null }))).toBe(wholeFraction('queued', 0) * 98);
    expect(recordPercent(aRecord({ dealStatus: 1, progress: running }))).toBe(98);
  });
});

describe('records', () => {
  it('names the deal status', () => {
    const phases = ([0, 1, 2, 3, 4, 5] as const).map((dealStatus) =>
      phaseOf(aRecord({ dealStatus })),
    );
    expect(phases).toEqual(['queued', 'running', 'succeeded', 'rejected', 'failed', 'cancelled']);
  });

  it.each([
    [3, 49, true],
    [3, 50, true],
    [3, 11, false],
    [4, 49, false],
  ] as const)(
    'reports whether deal status %d of type %d is a rejection by the core: %s',
    (dealStatus, type, is) => {
      expect(isCoreRejected(aRecord({ dealStatus, type }))).toBe(is);
    },
  );

  it('lists a record once if it moved between two pages', () => {
    const list = appendRecords(
      [aRecord({ id: 'a' })],
      [aRecord({ id: 'a' }), aRecord({ id: 'b' })],
    );
    expect(list.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('never replaces a newer revision with an older one', () => {
    const list = [aRecord({ id: 'a', revision: 3, dealStatus: 2 })];
    expect(replaceRecord(list, aRecord({ id: 'a', revision: 2 }))).toEqual(list);
    expect(replaceRecord(list, aRecord({ id: 'a', revision: 4 }))[0]?.revision).toBe(4);
  });

  it('watches the oldest record under way', () => {
    const list = [
      aRecord({ id: 'new' }),
      aRecord({ id: 'old', dealStatus: 1 }),
      aRecord({ id: 'done', dealStatus: 2 }),
    ];
    expect(recordUnderWay(list)?.id).toBe('old');
    expect(recordUnderWay([])).toBeNull();
  });
});

describe('state path', () => {
  it('writes dots between levels and a space between regions', () => {
    expect(statePath('closed')).toBe('closed');
    expect(statePath({ open: { sight: 'shown', tips: 'first' } })).toBe(
      'open.sight.shown open.tips.first',
    );
    expect(statePath({ a: { b: { c: 'd' } }, e: {} })).toBe('a.b.c.d e');
  });
});
