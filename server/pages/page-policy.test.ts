import { expect, test } from 'vitest';
import { pagePolicy, withDisclosures } from './page-template.ts';

const sourcesIn = (policy: string): Record<string, string[]> =>
  Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );

test('a page without other hosts allows only its own origin', () => {
  const { 'script-src': script, ...policy } = sourcesIn(
    pagePolicy('<script>1</script>', { api: null, firebase: null, trackers: {} }),
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
  const policy = sourcesIn(
    pagePolicy('', { api: 'https://api.example', firebase: null, trackers: {} }),
  );
  expect(policy['connect-src']).toContain('https://api.example');
  expect(policy['img-src']).toContain('https://api.example');
  expect(policy['script-src']).toEqual(["'self'"]);
});

test('files may be in a store at another host', () => {
  const store = 'https://photos.example';
  const policy = sourcesIn(pagePolicy('', { api: null, store, firebase: null, trackers: {} }));
  expect(policy['connect-src']).toContain(store);
  expect(policy['img-src']).toContain(store);
  expect(policy['script-src']).toEqual(["'self'"]);
});

const project = { authDomain: 'lightwell-app.firebaseapp.com', emulatorHost: null };

test('an identity provider’s calls, script and frame are allowed (R26)', () => {
  const policy = sourcesIn(pagePolicy('', { api: null, firebase: project, trackers: {} }));
  expect(policy['script-src']).toEqual(["'self'", 'https://apis.google.com']);
  expect(policy['connect-src']).toEqual([
    ...["'self'", 'blob:'],
    ...['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  ]);
  expect(policy['frame-src']).toEqual(['https://lightwell-app.firebaseapp.com']);
});

test('its emulator is on this machine', () => {
  const emulated = { ...project, emulatorHost: '127.0.0.1:9099' };
  const policy = sourcesIn(pagePolicy('', { api: null, firebase: emulated, trackers: {} }));
  expect(policy['connect-src']).toContain('http://127.0.0.1:9099');
  expect(policy['frame-src']).toContain('http://127.0.0.1:9099');
});

const withTrackers = (trackers: Parameters<typeof pagePolicy>[1]['trackers']) =>
  sourcesIn(pagePolicy('', { api: null, firebase: null, trackers }));

const amplitude = { key: 'k', zone: 'US', batch: false, serverUrl: null } as const;

test.each([
  [{ amplitude }, ['https://api2.amplitude.com']],
  [{ amplitude: { ...amplitude, zone: 'EU' as const } }, ['https://api.eu.amplitude.com']],
  [{ amplitude: { ...amplitude, serverUrl: 'http://127.0.0.1:9/a' } }, ['http://127.0.0.1:9']],
])('%o receives events only at its own address', (trackers, hosts) => {
  const policy = withTrackers(trackers);
  expect(policy['connect-src']).toEqual(["'self'", 'blob:', ...hosts]);
  expect([policy['script-src'], policy['img-src']]).toEqual([
    ["'self'"],
    ["'self'", 'blob:', 'data:'],
  ]);
});

test.each([
  [{ gaId: 'G-1' }, 'https://www.googletagmanager.com', 'https://*.google-analytics.com'],
  [{ metaPixelId: '1' }, 'https://connect.facebook.net', 'https://www.facebook.com'],
  [{ tiktokPixelId: 'A' }, 'https://analytics.tiktok.com', 'https://analytics.tiktok.com'],
])(
  'the script and the address of %o are allowed, and those of no other service (R77)',
  (trackers, script, at) => {
    const policy = withTrackers(trackers);
    expect(policy['script-src']).toEqual(["'self'", script]);
    expect(policy['connect-src']).toContain(at);
    expect(policy['frame-src']).toBeUndefined();
  },
);

test('a page describes exactly the configured outside services (R77)', () => {
  const page =
    '<p>a</p><p data-when="untracked">b</p><ul data-when="tracked"><li>c</li></ul>' +
    '<p data-when="meta">d</p><a href="/_i18n/en/pages/privacy-policy.json?v=1">e</a>';
  const keptBlocks = (trackers: Parameters<typeof withDisclosures>[1]) =>
    withDisclosures(page, trackers).replace(/<[^>]*>/g, '');
  expect(keptBlocks(undefined)).toBe('abe');
  expect(keptBlocks({ gaId: 'G-1' })).toBe('ace');
  expect(keptBlocks({ metaPixelId: '1' })).toBe('acde');
  expect(withDisclosures(page, { gaId: 'G-1' })).toContain('/tracked-pages/privacy-policy.json');
});
