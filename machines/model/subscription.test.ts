import { describe, expect, it } from 'vitest';
import { durationMessage } from './duration.ts';
import {
  derivedSubscription,
  frontSubscriptionStatus,
  type SubscriptionInfo,
  showCanceledTip,
} from './subscription.ts';

const status = (
  subscriptionStatus: number,
  cancelAtPeriodEnd: boolean,
  lastPaymentStatus: number,
) => ({ subscriptionStatus, cancelAtPeriodEnd, lastPaymentStatus });

describe('frontSubscriptionStatus', () => {
  it.each([
    [status(1, true, 2), 12],
    [status(1, true, 1), 10],
    [status(1, false, 2), 11],
    [status(1, false, 1), 1],
    [status(1, false, 0), 1],
    [status(2, true, 2), 2],
    [status(7, true, 2), 7],
    [null, 0],
  ])('of %j is %d (R51)', (given, front) => {
    expect(frontSubscriptionStatus(given)).toBe(front);
  });
});

describe('showCanceledTip', () => {
  it.each([
    [status(2, false, 1), 1],
    [status(1, true, 1), 1],
    [status(1, false, 2), 0],
    [null, 0],
  ])('of %j is %d (R52)', (given, tip) => {
    expect(showCanceledTip(given)).toBe(tip);
  });
});

it('derives currency and unit from the last payment (R50)', () => {
  const info: SubscriptionInfo = {
    ...status(1, false, 1),
    lastPaymentCurrency: 'EUR',
    currentCycleUnit: 4,
  };
  expect(derivedSubscription(info)).toEqual({
    currency: 'EUR',
    subscriptionUnit: 4,
    frontSubscriptionStatus: 1,
    showCanceledTip: 0,
  });
  expect(derivedSubscription(null)).toEqual({
    currency: null,
    subscriptionUnit: 0,
    frontSubscriptionStatus: 0,
    showCanceledTip: 0,
  });
});

describe('durations', () => {
  it.each([
    [1, 'duration.hour'],
    [2, 'duration.day'],
    [3, 'duration.week'],
    [4, 'duration.month'],
    [5, 'duration.year'],
  ])('unit %d has the words %s (R48)', (durationUnit, id) => {
    expect(durationMessage({ duration: 3, durationUnit })).toEqual({ id, values: { count: 3 } });
  });

  it.each([0, 6, 1.5])('has no words for unit %d', (durationUnit) => {
    expect(durationMessage({ duration: 1, durationUnit })).toBeNull();
  });
});
