import { expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../contract/error-codes.ts';
import { failureWords } from './failure-words.ts';

const codes = Object.keys(errorCodes) as ErrorCode[];

it.each(codes)('never blames the storage or the connection for a refusal with code %s', (code) => {
  const words = failureWords({ reason: 'refused', code });
  expect(words).not.toMatch(/uploadRefused|offline|timeout/);
  expect(words).not.toBe('failure.unexpected');
});

it.each(['10010', 'a_code_of_tomorrow'])(
  'has a general message for the unknown code %s',
  (code) => {
    expect(failureWords({ reason: 'refused', code })).toBe('failure.unexpected');
  },
);

it.each(['internal_error', 'unavailable'])('blames the server for %s', (code) => {
  expect(failureWords({ reason: 'server', code })).toMatch(/failure\.(server|unavailable)/);
});

it.each([
  ['offline', 'failure.offline'],
  ['timeout', 'failure.timeout'],
  ['server', 'failure.server'],
  ['refused', 'failure.uploadRefused'],
  ['unexpected', 'failure.unexpected'],
])('has for a failure without a code (%s) the message %s', (reason, words) => {
  expect(failureWords({ reason })).toBe(words);
});
