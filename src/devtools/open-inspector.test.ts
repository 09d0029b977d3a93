import { expect, it } from 'vitest';
import { readInspectWish } from './open-inspector.ts';

it.each([
  ['', null],
  ['?inspector', null],
  ['?inspect', { mode: 'own' }],
  ['?inspect=stately', { mode: 'stately' }],
  [
    '?inspect=stately&url=http%3A%2F%2Flocalhost%3A5000%2F%3Fa%3D1',
    { mode: 'stately', url: 'http://localhost:5000/?a=1' },
  ],
  [
    '?inspect=stately&url=https://viewer.example',
    { mode: 'stately', url: 'https://viewer.example' },
  ],
])('reads the request %j', (search, wish) => {
  expect(readInspectWish(search)).toEqual(wish);
});

it.each(['javascript:alert(1)', 'data:text/html,hello', 'file:///etc/passwd', '/viewer', ''])(
  'refuses %j as the address of a viewer',
  (url) => {
    const search = `?${new URLSearchParams({ inspect: 'stately', url })}`;
    expect(readInspectWish(search)).toEqual({
      mode: 'refused',
      words: `The address of a viewer begins with http:// or https://, but url is "${url}".`,
    });
  },
);
