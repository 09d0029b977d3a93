import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Locale, localisePath } from '../../machines/model/locale.ts';
import type { Database } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { hashOfAddress } from './address-hash.ts';
import { isUnsubscribed, setSubscribed } from './mails.store.ts';
import { maskAddress } from './mask-address.ts';
import type { UnsubscribeLinks } from './render-mail.ts';

export type MailChoice = { address: string; subscribed: boolean };

/** Opt-out from mail that is not transactional. */
export type Unsubscribe = {
  /** Returns the links by which a mail's recipient unsubscribes without signing in. */
  links(address: string, locale: Locale): UnsubscribeLinks;
  /** Reads the current choice, with a masked email address. @throws AppError invalid_link */
  read(token: string): Promise<MailChoice>;
  /** Stores the choice. The same link can change it back. @throws AppError invalid_link */
  choose(token: string, subscribed: boolean): Promise<MailChoice>;
};

const invalid = () => new AppError('invalid_link', 'the link was not signed by this server');

const pagePath = '/unsubscribe';

const signerOf = (secret: string) => (payload: string) =>
  createHmac('sha256', secret).update(`unsubscribe ${payload}`).digest().subarray(0, 16);

/**
 * Creates the functions that make and verify unsubscribe links.
 * @param options.secret key that signs the links; a new secret invalidates links that were sent
 * before
 */
export function createUnsubscribeLinks(options: { secret: string; publicUrl: string }) {
  const { secret, publicUrl } = options;
  const sign = signerOf(secret);
  return (address: string, locale: Locale): UnsubscribeLinks => {
    const payload = Buffer.from(address.toLowerCase()).toString('base64url');
    const query = `?token=${payload}.${sign(payload).toString('base64url')}`;
    return {
      page: `${publicUrl}${localisePath(pagePath, locale)}${query}`,
      oneClick: `${publicUrl}${pagePath}${query}`,
    };
  };
}

export function createUnsubscribe(
  db: Database,
  options: { secret: string; publicUrl: string; now: () => Date },
): Unsubscribe {
  const { secret, now } = options;
  const sign = signerOf(secret);

  function addressIn(token: string): string {
    const [payload = '', signature = '', ...more] = token.split('.');
    const given = Buffer.from(signature, 'base64url');
    const wanted = sign(payload);
    const isSigned = given.length === wanted.length && timingSafeEqual(given, wanted);
    if (!isSigned || more.length > 0) throw invalid();
    return Buffer.from(payload, 'base64url').toString();
  }

  return {
    links: createUnsubscribeLinks(options),
    async read(token) {
      const address = addressIn(token);
      const isOut = await isUnsubscribed(db, hashOfAddress(address));
      return { address: maskAddress(address), subscribed: !isOut };
    },
    async choose(token, subscribed) {
      const address = addressIn(token);
      await setSubscribed(db, { addressHash: hashOfAddress(address), subscribed, now: now() });
      return { address: maskAddress(address), subscribed };
    },
  };
}
