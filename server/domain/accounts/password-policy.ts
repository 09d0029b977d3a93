import { AppError } from '../../errors.ts';

const minLength = 8;
const maxLength = 128;

/** Passwords that everybody tries first, in lower case; read when the first password is chosen. */
let common: Promise<Set<string>> | undefined;

async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase()));
}

/**
 * What may be a password: by its length in characters as people count them and by whether it can be
 * guessed, not by what it is made of.
 * @param known words that everybody knows about this account, such as its address
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
  if (isWeak) throw new AppError('weak_password', `${length} characters, or easily guessed`);
}
