import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox, Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari, iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome, Linux',
  ],
  ['', ''],
  [firefox.padEnd(400), 'Firefox, Linux'],
  [firefox.padEnd(401), ''],
  [`${'x'.repeat(90)}/1.0 (here)`, 'x'.repeat(80)],
  [undefined, ''],
])('names %j %j', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
