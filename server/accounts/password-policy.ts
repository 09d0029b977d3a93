import { AppError } from '../platform/errors.ts';

const minLength = 8;
const maxLength = 128;

/** Most common passwords, in lower case. They are loaded when the first password is chosen. */
let common: Promise<Set<string>> | undefined;

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase()));
}

/**
 * Rejects passwords that are too short, too long or easily guessed. Length is counted in visible
 * characters. No character classes are required.
 * @param known well-known words about this account, such as its email address
 * @throws AppError weak_password
 */
export async function refuseWeakPassword(password: string, known: string[]): Promise<void> {
  const normal = password.normalize('NFKC');
  const { length } = [...normal];
  const lower = normal.toLowerCase();
  common ??= readCommon();
  const isWeak =
    length < minLength ||
    length > maxLength ||
    known.some((word) => word.toLowerCase() === lower) ||
    /^(.{1,4})\1+$/u.test(lower) ||
    (await common).has(lower);
  if (isWeak)
    throw new AppError(
      'weak_password',
      `the password has a wrong length (${length} characters) or is easily guessed`,
    );
}
