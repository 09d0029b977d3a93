import { expect, test } from 'vitest';
import { sameMachine } from './loopback-names.ts';

test.each([
  ['localhost:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['[::1]:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', null],
  ['localhost:9090', 'http://127.0.0.1:8080', null],
  ['localhost:8080', 'https://lightwell.example', null],
  ['192.168.0.7:8080', 'http://127.0.0.1:8080', null],
  ['', '', null],
])('a visitor of %s with the public address %s is sent to %s', (host, publicUrl, to) => {
  expect(sameMachine(host, publicUrl)).toBe(to);
});
