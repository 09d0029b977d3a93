import { expect, test } from 'vitest';
import { refuseWeakPassword } from './password-policy.ts';

const known = ['ada.lovelace@example.com', 'ada.lovelace', 'Lightwell'];

test.each([
  'correct horse battery staple',
  'üüüöööäß',
  '😀😁😂🤣😃😄😅😆',
  'パスワードではない文章です',
  `${'a b'.repeat(42)}!!`,
  '8 chars!',
])('accepts %j', async (password) => {
  await expect(refuseWeakPassword(password, known)).resolves.toBeUndefined();
});

test.each([
  ...['', 'short', '7 chars', '😀😁😂🤣😃😄😅', 'x'.repeat(129), `${'long '.repeat(26)}`],
  ...['password', 'Password1', '12345678', 'QWERTY123', 'iloveyou', 'ｐａｓｓｗｏｒｄ'],
  ...['aaaaaaaa', 'abababab', 'ADA.LOVELACE@example.com', 'ada.Lovelace', 'lightwell'],
])('refuses %j', async (password) => {
  await expect(refuseWeakPassword(password, known)).rejects.toMatchObject({
    code: 'weak_password',
  });
});
