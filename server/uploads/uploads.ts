import { type FileFormat, fileFormats } from '../../contract/functions.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import { EngineError, type EngineErrorCode } from '../engine/engine.port.ts';
import type { GuestClaim, Guests } from '../owners/guests.ts';
import type { KnownPrincipal, Owner, Uploader } from '../owners/principal.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { AppError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { WithCopies } from '../platform/storage/local-copies.ts';
import {
  type SignedUpload,
  type Storage,
  type UploadGate,
  uploadLifetimeMs,
} from '../platform/storage/storage.port.ts';
import { StorageError } from '../platform/storage/storage-error.ts';
import { reached } from '../platform/write-points.ts';
import { createNamedUploads } from './named-uploads.ts';
import { createSignedUploads, type UnusedUploads } from './signed-uploads.ts';
import { readClaim, writeClaim } from './upload-claim.ts';
import { uploadLimits } from './upload-limits.ts';
import {
  abandonedUploads,
  countUnused,
  deleteUpload,
  findUpload,
  giveUpUpload,
  insertUpload,
  lockArrivals,
  storeUpload,
  type Upload,
  type UploadHolder,
} from './uploads.store.ts';

const abandonedAfterMs = 3_600_000;
/** Inspection errors that do not concern the photo. */
const innocent: EngineErrorCode[] = ['unavailable', 'too_many_tasks', 'engine_failed'];

export type Uploads = {
  /**
   * Signs an upload. Nothing is stored before the photo arrives.
   * @throws AppError unknown_function, unsupported_format, too_many_uploads, too_many_guests
   */
  sign(
    uploader: Uploader,
    request: { format: FileFormat; functionCode?: string | undefined },
  ): Promise<SignedUpload & { fileKey: string; maxBytes: number }>;
  gate: UploadGate;
  /**
   * Admits uploads that browsers have sent directly to the store. Call it before the caller is
   * determined, because it creates the rows of a new guest. Ignores all other names.
   * @throws AppError rate_limited if the visitor or the subnet has too many unused uploads
   */
  admitNamed(names: readonly unknown[]): Promise<void>;
  /** Removes uploads in the store that no request named within an hour. */
  removeUnnamed(): Promise<void>;
  /**
   * Inspects a stored file before a task may use it. A refused file is deleted.
   * @throws AppError upload_not_found, upload_used, too_many_tasks, unavailable, or the reason why
   * the photo cannot be used
   */
  verify(
    principal: KnownPrincipal,
    fileKey: string,
    functionCode: string,
    options?: OptionValues,
  ): Promise<ImageInfo>;
  /**
   * Inspects a picture for an option before a task may use it. A refused file is deleted.
   * @throws AppError picture_not_found, or as `verify` for a file that is not a picture
   */
  verifyPicture(principal: KnownPrincipal, fileKey: string, functionCode: string): Promise<void>;
  /**
   * Runs `use` with the paths of local copies of pictures for a preview.
   * @param fileKeys the key of each picture, by the name of its option
   * @throws AppError picture_not_found
   */
  withPictures<Result>(
    owner: Owner | null,
    fileKeys: Readonly<Record<string, string>>,
    use: (paths: Record<string, string>) => Promise<Result>,
  ): Promise<Result>;
  /** Returns the keys of uploads that were not used within an hour. */
  findAbandoned(): Promise<string[]>;
  /** Removes an upload that no task uses. The file is removed before the row. */
  remove(key: string): Promise<void>;
  /** Removes the rest of an upload of a lost process. Its signature may be used again. */
  discardInterrupted(key: string): Promise<void>;
};

type Inspection = {
  key: string;
  functionCode: string;
  options?: OptionValues | undefined;
  /** Returns why an upload that is no longer `stored` cannot be used, or null if it can. */
  reasonOf(state: Upload['state'] | undefined): AppError | null;
};

const claimOf = ({ owner, tokenHash, subnet }: Uploader): GuestClaim => ({
  id: owner.id,
  tokenHash,
  subnet,
});

const notFound = () => new AppError('upload_not_found', 'there is no such upload');
const pictureNotFound = () =>
  new AppError('picture_not_found', 'there is no such picture for an option');
const used = () => new AppError('upload_used', 'another task has already used the upload');

export function createUploads(deps: {
  db: Database;
  storage: Storage;
  withCopies: WithCopies;
  engine: Engine;
  guests: Guests;
  limits: Config['limits'];
  processId: string;
  now: () => Date;
}): Uploads {
  const { db, storage, withCopies, engine, guests, limits, processId, now } = deps;
  const signed = createSignedUploads({ now, lifetimeMs: uploadLifetimeMs });

  /**
   * Refuses uploads beyond the limits.
   * @throws AppError too_many_uploads
   */
  function refuseTooMany(rows: UnusedUploads, coming?: UnusedUploads) {
    const total = (of: keyof UnusedUploads) => rows[of] + (coming?.[of] ?? 0);
    const isFull =
      total('ofOwner') >= limits.unusedUploadsPerVisitor ||
      total('ofSubnet') >= limits.unusedUploadsPerAddress ||
      total('inAll') >= limits.unusedUploadsInAll;
    if (!isFull) return;
    throw new AppError(
      'too_many_uploads',
      `too many unused uploads: ${JSON.stringify({ rows, coming })}`,
    );
  }

  /** Enforces the limits on stored uploads, regardless of the number of issued signatures. */
  async function admit(tx: Tx, claim: GuestClaim, key: string, bytes: number): Promise<boolean> {
    const { id, subnet } = claim;
    await lockArrivals(tx);
    refuseTooMany(await countUnused(tx, { ownerId: id, subnet }));
    const ownerId = await guests.admit(tx, claim);
    reached('upload.owner-made');
    if (ownerId === null) return false;
    const row = { key, ownerId, subnet, bytes, receiver: processId, createdAt: now() };
    const isNew = await insertUpload(tx, row);
    reached('upload.row-made');
    return isNew;
  }

  async function discard(key: string, only?: UploadHolder): Promise<void> {
    if (!(await giveUpUpload(db, key, only))) return;
    reached('upload.given-up');
    await storage.remove([key]);
    reached('upload.file-removed');
    await deleteUpload(db, key);
  }

  async function remove(key: string): Promise<void> {
    await discard(key);
    signed.spend(key);
  }

  async function inspect(
    { owner, subnet }: KnownPrincipal,
    { key, functionCode, options, reasonOf }: Inspection,
  ): Promise<ImageInfo> {
    try {
      const from = { subnet, owner: owner.id };
      return await withCopies([key], ([path = '']) =>
        engine.inspect(path, functionCode, from, options),
      );
    } catch (error) {
      // If the upload was removed or used in the meantime, the error does not concern the photo or
      // the engine.
      const state = (await findUpload(db, key))?.state;
      const reason = state === 'stored' ? null : reasonOf(state);
      if (reason) throw reason;
      if (error instanceof StorageError && error.code === 'NoSuchKey') {
        await remove(key);
        throw reasonOf(undefined) ?? notFound();
      }
      if (!(error instanceof EngineError) || error.code === 'cancelled') throw error;
      if (!innocent.includes(error.code)) await remove(key);
      throw new AppError(error.code, error.message, { cause: error });
    }
  }

  /** Returns a picture of an option. The photo of a task is not such a picture. */
  async function findPicture(owner: Owner | null, key: string): Promise<Upload> {
    const upload = owner ? await findUpload(db, key) : undefined;
    const isUsable = upload?.state === 'stored' || upload?.state === 'shared';
    if (isUsable && upload.ownerId === owner?.id) return upload;
    throw pictureNotFound();
  }

  /**
   * Refuses an upload that this process no longer receives. The process was frozen for longer than
   * its lease, so another process has removed the row. If there is a row again, the file is its own.
   */
  async function giveUpLost(key: string): Promise<never> {
    if (!(await findUpload(db, key))) await storage.remove([key]);
    signed.reopen(key);
    throw new AppError('unavailable', 'another process has given up the upload');
  }

  const gate: UploadGate = {
    async open(key, written) {
      const claim = readClaim(written);
      if (!claim) return false;
      // An earlier process signed the upload, so only its row shows whether the signature was
      // used.
      if (!signed.isKnown(key) && (await findUpload(db, key))) return false;
      return signed.arrive(key, claim);
    },
    async arrived(key, bytes) {
      const claim = signed.arriving(key);
      if (!claim) return false;
      const isNew = await db.transaction((tx) => admit(tx, claim, key, bytes));
      reached('upload.admitted');
      if (isNew) signed.rowMade(key);
      return isNew;
    },
    async stored(key) {
      reached('upload.kept');
      if (!(await storeUpload(db, key, processId))) await giveUpLost(key);
      signed.spend(key);
      reached('upload.stored');
    },
    async broken(key) {
      if (signed.isRowMade(key)) await discard(key, { receiver: processId });
      signed.reopen(key);
    },
  };

  return {
    async sign(uploader, { format, functionCode }) {
      const { formats, maxBytes } = uploadLimits(engine, functionCode);
      if (!formats.includes(format)) {
        throw new AppError(
          'unsupported_format',
          `the format ${format} is not one of ${formats.join(', ')}`,
        );
      }
      const claim = claimOf(uploader);
      const { subnet, isNewcomer } = uploader;
      if (isNewcomer) await guests.refuseTooMany(subnet, signed.newcomersBeside(claim));
      const rows = await countUnused(db, { ownerId: claim.id, subnet });
      refuseTooMany(rows, signed.count(claim));
      engine.prepare();
      const key = `uploads/${newId()}.${format}`;
      signed.add(key, { claim, isNewcomer });
      const contentType = fileFormats[format];
      const request = { key, claim: writeClaim(claim), contentType, maxBytes, now: now() };
      return { ...storage.signUpload(request), fileKey: key, maxBytes };
    },
    gate,
    admitNamed: createNamedUploads({
      arrivals: storage.arrivals,
      stateOf: async (key) => (await findUpload(db, key))?.state,
      mostBytes: () => uploadLimits(engine, undefined).maxBytes,
      admit: (key, claim, bytes) => db.transaction((tx) => admit(tx, claim, key, bytes)),
      stored: gate.stored,
      discard: (key) => discard(key, { receiver: processId }),
    }),
    async removeUnnamed() {
      await storage.arrivals?.removeBefore(new Date(now().getTime() - abandonedAfterMs));
    },
    async verify(principal, fileKey, functionCode, options) {
      const upload = await findUpload(db, fileKey);
      if (!upload || upload.ownerId !== principal.owner.id) {
        throw notFound();
      }
      if (upload.state === 'used') throw used();
      if (upload.state !== 'stored')
        throw new AppError('upload_not_found', 'the upload is not complete');
      return await inspect(principal, {
        key: fileKey,
        functionCode,
        options,
        reasonOf: (state) => (state === 'used' ? used() : notFound()),
      });
    },
    async verifyPicture(principal, fileKey, functionCode) {
      const { state } = await findPicture(principal.owner, fileKey);
      // Before the first task has used the picture, it was inspected.
      if (state !== 'stored') return;
      await inspect(principal, {
        key: fileKey,
        functionCode,
        // Another start may use the same picture.
        reasonOf: (now) => (now === 'shared' ? null : pictureNotFound()),
      });
    },
    async withPictures(owner, fileKeys, use) {
      const named = Object.entries(fileKeys);
      for (const [, key] of named) await findPicture(owner, key);
      const keys = named.map(([, key]) => key);
      return await withCopies(keys, (paths) =>
        use(Object.fromEntries(named.map(([name], n) => [name, paths[n] ?? '']))),
      );
    },
    findAbandoned: () => abandonedUploads(db, new Date(now().getTime() - abandonedAfterMs)),
    remove,
    discardInterrupted: (key) => discard(key, 'interrupted'),
  };
}
