import { type FileFormat, fileFormats } from '../../contract/functions.ts';
import type { Config } from '../config.ts';
import type { Engine, ImageInfo } from '../engine/engine.port.ts';
import { EngineError, type EngineErrorCode } from '../engine/engine.port.ts';
import { AppError } from '../errors.ts';
import type { SignedUpload, Storage, UploadGate } from '../storage/storage.port.ts';
import type { Database } from '../store/database.ts';
import {
  abandonedUploads,
  countUnused,
  deleteUpload,
  findUpload,
  giveUpUpload,
  insertUpload,
  moveUpload,
} from '../store/uploads.store.ts';
import { reached } from '../write-points.ts';
import { uploadLimits } from './catalogue.ts';
import { newId } from './guests.ts';
import type { KnownPrincipal } from './principal.ts';

const abandonedAfterMs = 3_600_000;
/** Longer than any request lasts. */
const stuckAfterMs = 86_400_000;
/** What an inspection may end with that says nothing about the photo. */
const innocent: EngineErrorCode[] = ['unavailable', 'too_many_tasks', 'engine_failed'];

export type Uploads = {
  /** @throws AppError unknown_function, unsupported_format, too_many_uploads */
  sign(
    principal: KnownPrincipal,
    wish: { format: FileFormat; functionCode?: string | undefined },
  ): Promise<SignedUpload & { fileKey: string; maxBytes: number }>;
  gate: UploadGate;
  /**
   * Inspects a stored file before a task may use it; a refused file is deleted.
   * @throws AppError upload_not_found, upload_used, too_many_tasks, unavailable, or the reason why the photo cannot be used
   */
  verify(principal: KnownPrincipal, fileKey: string, functionCode: string): Promise<ImageInfo>;
  /** Keys of uploads that were not used within an hour. */
  findAbandoned(): Promise<string[]>;
  /** Removes an upload that no task uses, its file before its row. */
  remove(key: string): Promise<void>;
};

export function createUploads(deps: {
  db: Database;
  storage: Storage;
  engine: Engine;
  limits: Config['limits'];
  now: () => Date;
}): Uploads {
  const { db, storage, engine, limits, now } = deps;

  /** @throws AppError too_many_uploads */
  async function refuseTooMany({ owner, network }: KnownPrincipal) {
    const unused = await countUnused(db, { ownerId: owner.id, network });
    const isFull =
      unused.ofOwner >= limits.unusedUploadsPerVisitor ||
      unused.ofNetwork >= limits.unusedUploadsPerAddress ||
      unused.inAll >= limits.unusedUploadsInAll;
    if (isFull) throw new AppError('too_many_uploads', `unused: ${JSON.stringify(unused)}`);
  }

  async function remove(key: string): Promise<void> {
    if (!(await giveUpUpload(db, key))) return;
    reached('upload.given-up');
    await storage.remove([key]);
    await deleteUpload(db, key);
  }

  async function inspect(
    { owner, network }: KnownPrincipal,
    key: string,
    functionCode: string,
  ): Promise<ImageInfo> {
    try {
      const from = { network, owner: owner.id };
      return await engine.inspect(await storage.localFile(key), functionCode, from);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code === 'cancelled') throw error;
      if (!innocent.includes(error.code)) await remove(key);
      throw new AppError(error.code, error.message, { cause: error });
    }
  }

  return {
    async sign(principal, { format, functionCode }) {
      const { owner, network } = principal;
      const { formats, maxBytes } = uploadLimits(engine, functionCode);
      if (!formats.includes(format)) {
        throw new AppError('unsupported_format', `${format} is not among ${formats.join(', ')}`);
      }
      await refuseTooMany(principal);
      engine.prepare();
      const key = `uploads/${newId()}.${format}`;
      const createdAt = now();
      await insertUpload(db, { key, ownerId: owner.id, network, bytes: maxBytes, createdAt });
      reached('upload.signed');
      const contentType = fileFormats[format];
      const signed = storage.signUpload({ key, contentType, maxBytes, now: createdAt });
      return { ...signed, fileKey: key, maxBytes };
    },
    gate: {
      async open(key) {
        const isOpen = await moveUpload(db, key, 'signed', 'receiving');
        reached('upload.opened');
        return isOpen;
      },
      stored: async (key) => {
        reached('upload.kept');
        await moveUpload(db, key, 'receiving', 'stored');
        reached('upload.stored');
      },
      broken: async (key) => {
        await moveUpload(db, key, 'receiving', 'signed');
      },
    },
    async verify(principal, fileKey, functionCode) {
      const upload = await findUpload(db, fileKey);
      if (!upload || upload.ownerId !== principal.owner.id) {
        throw new AppError('upload_not_found', 'no such upload');
      }
      if (upload.state === 'used')
        throw new AppError('upload_used', 'the upload is used by another task');
      if (upload.state !== 'stored')
        throw new AppError('upload_not_found', 'the upload is not complete');
      return await inspect(principal, fileKey, functionCode);
    },
    async findAbandoned() {
      const time = now().getTime();
      const unused = new Date(time - abandonedAfterMs);
      return await abandonedUploads(db, { unused, receiving: new Date(time - stuckAfterMs) });
    },
    remove,
  };
}
