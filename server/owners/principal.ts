import { AppError } from '../platform/errors.ts';
import type { Owner } from './owners.store.ts';

export type { Owner } from './owners.store.ts';

/** The caller of a request. It is determined once per request. */
export type Principal = {
  /** null until data of the visitor is stored */
  owner: Owner | null;
  /** session that the request's token belongs to, or null for a guest */
  sessionId: string | null;
  /**
   * true if the browser has sent a cookie of this server, even for a visitor without stored data
   */
  hasCookie: boolean;
  /** the client's subnet, see `platform/http/subnet-names.ts` */
  subnet: string;
};

/** A caller with a row, or whose row is about to be created. */
export type KnownPrincipal = Pick<Principal, 'subnet'> & { owner: Owner };

/** Returns the error for a visitor without stored data, who cannot have an upload. */
export const unknownVisitor = ({ hasCookie }: Principal) =>
  hasCookie
    ? new AppError('upload_not_found', 'no upload of this visitor has arrived')
    : new AppError('cookies_needed', 'the request has no guest cookie');

/**
 * The caller for whom an upload is signed. A newcomer has no row before the upload arrives. The
 * `tokenHash` of a user is empty.
 */
export type Uploader = KnownPrincipal & { tokenHash: string; isNewcomer: boolean };
