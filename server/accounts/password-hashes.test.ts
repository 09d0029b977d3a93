import { expect, test } from 'vitest';
import { createPasswordHashes } from './password-hashes.ts';

const cheap = { memory: 64, passes: 1, parallelism: 1 };
const hashes = createPasswordHashes(cheap);

test('a hash contains its parameters, and is never the same twice', async () => {
  const product = createPasswordHashes();
  const hash = await product.hash('correct horse');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await product.verify('correct horse', hash)).toEqual({ isRight: true, isOutdated: false });
  expect(await product.hash('correct horse')).not.toBe(hash);
});

test('accepts the right password in every Unicode form', async () => {
  const hash = await hashes.hash('Gr\u00fc\u00dfe aus K\u00f6ln');
  expect(await hashes.verify('Gru\u0308\u00dfe aus Ko\u0308ln', hash)).toMatchObject({
    isRight: true,
  });
  const wide = await hashes.hash('ｐａｓｓphrase');
  expect(await hashes.verify('passphrase', wide)).toMatchObject({ isRight: true });
  for (const wrong of ['', 'gr\u00fc\u00dfe aus k\u00f6ln', 'Gr\u00fc\u00dfe aus K\u00f6ln ']) {
    expect(await hashes.verify(wrong, hash)).toMatchObject({ isRight: false });
  }
});

test('no password is right for an account without one', async () => {
  expect(await hashes.verify('', null)).toEqual({ isRight: false, isOutdated: false });
});

test('a hash with a lower cost than the current one is outdated', async () => {
  const hash = await hashes.hash('correct horse');
  for (const grown of [{ memory: 128 }, { passes: 2 }]) {
    const next = createPasswordHashes({ ...cheap, ...grown });
    expect(await next.verify('correct horse', hash)).toEqual({ isRight: true, isOutdated: true });
  }
});

test.each(['', 'plain', '$2b$10$abc', '$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
  'a stored %j is an error, not a wrong password',
  async (stored) => {
    await expect(hashes.verify('correct horse', stored)).rejects.toThrow(
      'Expected an argon2id hash',
    );
  },
);

test('refuses calls beyond the queue limit, and serves waiting calls', async () => {
  const busy = createPasswordHashes({ memory: 4096, passes: 1, parallelism: 1 });
  const asked = Array.from({ length: 200 }, () =>
    busy.hash('correct horse').then(
      () => 'hashed',
      (error) => error.code,
    ),
  );
  const answers = await Promise.all(asked);
  expect(answers.filter((answer) => answer === 'hashed')).toHaveLength(50);
  expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(150);
  expect(await busy.hash('correct horse')).toMatch(/^\$argon2id/);
});

test('matches another implementation of argon2id', async () => {
  // The test vector of RFC 9106 uses a secret, so this hash was made with the reference program:
  // echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32 -e
  const reference =
    '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await createPasswordHashes().verify('password', reference)).toMatchObject({
    isRight: true,
  });
});
