import { expect, test } from 'vitest';
import { pagePolicy } from './page-template.ts';

const sourcesIn = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );

test('a page without other hosts has its own origin only', () => {
  const { 'script-src': script, ...policy } = sourcesIn(
    pagePolicy('<script>1</script>', { api: null, firebase: null }),
  );
  expect(script).toEqual(["'self'", expect.stringMatching(/^'sha256-/)]);
  expect(policy).toEqual({
    'default-src': ["'self'"],
    'style-src': ["'self'"],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'", 'blob:'],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  });
});

test('calls and photos may be at another host', () => {
  const policy = sourcesIn(pagePolicy('', { api: 'https://api.example', firebase: null }));
  expect(policy['connect-src']).toContain('https://api.example');
  expect(policy['img-src']).toContain('https://api.example');
  expect(policy['script-src']).toEqual(["'self'"]);
});

const project = { authDomain: 'lightwell-app.firebaseapp.com', emulatorHost: null };

test('an identity provider is called, watched and framed (R26)', () => {
  const policy = sourcesIn(pagePolicy('', { api: null, firebase: project }));
  expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com']);
  expect(policy['connect-src']).toEqual([
    ...["'self'", 'blob:'],
    ...['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  ]);
  expect(policy['frame-src']).toEqual(['https://lightwell-app.firebaseapp.com']);
});

test('an emulator of it is on this machine', () => {
  const emulated = { ...project, emulatorHost: '127.0.0.1:9099' };
  const policy = sourcesIn(pagePolicy('', { api: null, firebase: emulated }));
  expect(policy['connect-src']).toContain('http://127.0.0.1:9099');
  expect(policy['frame-src']).toContain('http://127.0.0.1:9099');
});
