import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createWorkQueue } from './work-queue.ts';

const derive = promisify(argon2);

/** Cost of one hash: KiB of memory, passes, lanes. */
export type HashCost = { memory: number; passes: number; parallelism: number };

/** Minimum cost according to OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const currentCost: HashCost = { memory: 19_456, passes: 2, parallelism: 1 };

const saltBytes = 16;
const tagBytes = 32;
/**
 * Number of concurrent hashes. Each hash occupies a core and 19 MiB. The embedded database and file
 * access need the other threads.
 */
const atOnce = 2;
/**
 * Maximum number of waiting calls. Further calls are refused, because they would wait for seconds.
 */
const maxWaiting = 48;

type Stored = { cost: HashCost; salt: Buffer; tag: Buffer };

const phcShape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Formats a hash in the PHC string format, which contains the parameters of the hash. */
const write = ({ cost: { memory, passes, parallelism }, salt, tag }: Stored) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toBase64(salt)}$${toBase64(tag)}`;

function read(phc: string): Stored {
  const parts = phcShape.exec(phc);
  if (!parts) throw new Error('Expected an argon2id hash as the stored password.');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

export type PasswordHashes = {
  /**
   * Hashes a password.
   * @throws AppError rate_limited
   */
  hash(password: string): Promise<string>;
  /**
   * Checks the password. The check takes the same time if there is no stored hash.
   * @returns `isOutdated` if the password should be hashed again
   * @throws AppError rate_limited
   */
  verify(password: string, phc: string | null): Promise<{ isRight: boolean; isOutdated: boolean }>;
};

/**
 * Creates the functions that hash and verify passwords. Passwords are normalised to NFKC, so that
 * the same letter from different keyboards (composed differently, or full-width) is equal.
 */
export function createPasswordHashes(cost: HashCost = currentCost): PasswordHashes {
  const inLine = createWorkQueue({ atOnce, maxWaiting });
  const nobodys: Stored = { cost, salt: randomBytes(saltBytes), tag: randomBytes(tagBytes) };

  function tagOf(password: string, { cost: asked, salt, tag }: Stored): Promise<Buffer> {
    const message = password.normalize('NFKC');
    const parameters: Argon2Parameters = { ...asked, message, nonce: salt, tagLength: tag.length };
    return inLine(() => derive('argon2id', parameters));
  }

  return {
    async hash(password) {
      const made = { cost, salt: randomBytes(saltBytes), tag: Buffer.alloc(tagBytes) };
      return write({ ...made, tag: await tagOf(password, made) });
    },
    async verify(password, phc) {
      const stored = phc === null ? nobodys : read(phc);
      const isSame = timingSafeEqual(await tagOf(password, stored), stored.tag);
      const isRight = isSame && phc !== null;
      const { memory, passes, parallelism } = stored.cost;
      const isOutdated =
        memory < cost.memory || passes < cost.passes || parallelism < cost.parallelism;
      return { isRight, isOutdated };
    },
  };
}
