import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const shown = (value: unknown) => JSON.stringify(withoutSecrets(value));

describe('without secrets', () => {
  it.each([
    [{ user_token: 'abc' }, 'abc'],
    [{ headers: { Authorization: 'Basic Zm9vOmJhcg==' } }, 'Zm9v'],
    [{ email: 'ada@example.org' }, 'ada'],
    [{ msg: 'No account for ada.l+x@mail.example.org!' }, 'ada'],
    [{ idempotencyKey: 'd2f1e0c4-0000-4000-8000-1234567890ab' }, 'd2f1'],
    [{ fileKey: 'uploads/2026/abc.jpg' }, 'abc'],
    [{ ticket: { url: '/upload', fields: { policy: 'eyJ', 'x-amz-date': '1' } } }, 'eyJ'],
    [{ src: 'https://x.example/a.webp?X-Amz-Signature=99&X-Amz-Expires=600' }, '99'],
    [{ preview: 'data:image/png;base64,iVBORw0KGgo' }, 'iVBOR'],
    [{ note: 'sent eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln to the server' }, 'eyJ'],
    [{ guest: 'f'.repeat(64) }, 'ffff'],
    [{ name: 'grandma at the beach.JPG' }, 'grandma'],
    [new Error('mail to ada@example.org failed'), 'ada'],
  ])('hides what %j must not reveal', (value, secret) => {
    expect(shown(value)).not.toContain(secret);
    expect(shown(value)).toContain('hidden');
  });

  it('keeps the data that a developer needs', () => {
    const value = {
      id: '0199a4c2-0000-7000-8000-000000000001',
      code: 'upscale-2x-fast',
      message: { id: 'toast.task.succeeded', values: { count: 2 } },
      path: '/de/record?x=1',
      list: [1, true, null],
    };
    expect(withoutSecrets(value)).toEqual(value);
  });

  it('names the kind and size of a photo', () => {
    const note = { $binary: 'File', type: 'image/jpeg', bytes: 2048 };
    expect(withoutSecrets({ file: note })).toEqual({
      file: '‹File image/jpeg, 2048 bytes hidden›',
    });
  });

  it('limits the size of its result', () => {
    const circle: Record<string, unknown> = { list: Array.from({ length: 5000 }, () => 'x') };
    circle.self = circle;
    circle.text = 'word '.repeat(50_000);
    expect(shown(circle).length).toBeLessThan(60_000);
  });

  it('describes values that JSON cannot represent', () => {
    const named = function compute() {};
    expect(withoutSecrets({ a: named, b: 1n, c: Number.NaN, d: undefined })).toEqual({
      a: 'ƒ compute',
      b: '1',
      c: 'NaN',
    });
  });
});
