import type { NewSession } from '../model/account.ts';
import type { Setup } from '../model/functions.ts';
import type { KeptPhoto, StartRequest } from '../model/kept-photo.ts';
import type { Photo, PhotoSource, PreparedPhoto } from '../model/photo.ts';
import type { TaskRecord, UploadTicket } from '../model/task-record.ts';
import type { KeptSession, UserInfo } from '../model/user.ts';
import { PortError, type PortFailure } from '../ports/port-failure.ts';
import type { Wish } from '../run/run.types.ts';
import { sampleFunction, sampleOffer } from './sample-offer.ts';

/* Fixed, plausible values that all descriptors (`x.descriptor.ts`) share. */

export const offline: PortFailure = { reason: 'offline' };

export const refused = (code: string): PortFailure => ({ reason: 'refused', code, msg: code });

/** The failure of a storage call if the visitor has disabled cookies and storage. */
export const storageRefused: PortFailure = { reason: 'unsupported', msg: 'SecurityError' };

/** Returns the error with which adapters reject. */
export const rejecting = (failure: PortFailure): PortError => new PortError(failure);

export const guest: UserInfo = {
  vipStatus: 0,
  subscriptionStatus: 0,
  allowance: { limit: 20, used: 4, resetsAt: '2027-01-02T00:00:00.000Z' },
};

export const member = {
  id: 'user-1',
  email: 'anna@example.com',
  vipStatus: 1,
  subscriptionStatus: 1,
  allowance: null,
} satisfies UserInfo;

export const memberSession: KeptSession = { user: member, token: 'token-1' };

/** The server's answer to a sign-in that begins `memberSession`. */
export const newSession: NewSession = {
  user: member,
  token: 'token-1',
  merged: { records: 0 },
  welcome: 0,
};

export const recordOf = (
  id: string,
  dealStatus: TaskRecord['dealStatus'],
  changes?: Partial<TaskRecord>,
): TaskRecord => ({
  id,
  revision: dealStatus + 1,
  code: 'upscale-2x-fast',
  type: 11,
  options: {},
  dealStatus,
  reason: null,
  credits: { unit: 1, charged: 0 },
  queuePosition: dealStatus === 0 ? 1 : null,
  progress: null,
  createdAt: '2027-01-01T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  expiresAt: '2027-01-08T10:00:00.000Z',
  name: null,
  original: null,
  thumbnail: null,
  madeFrom: null,
  before: null,
  after: null,
  partial: null,
  result: null,
  ...changes,
});

const storedPicture = { width: 1200, height: 800 };

/** The record of a task that has ended with a result. The original is stored as well. */
export const finishedRecord: TaskRecord = recordOf('r1', 2, {
  name: 'cat.jpg',
  original: { ...storedPicture, url: '/files/cat.jpg' },
  result: {
    ...storedPicture,
    url: '/files/cat-2x.png',
    mime: 'image/png',
    bytes: 300_000,
    downloadUrl: '/files/cat-2x.png?save',
    fileName: 'cat-2x.png',
    faces: null,
  },
});

/** The record of a photo that the core rejected. The core may reject only types 49 and 50 (R35). */
export const coreRejected: TaskRecord = recordOf('r1', 3, { type: 49, reason: 'no_face' });

export const measuredRecord: TaskRecord = recordOf('r1', 1, {
  progress: { stage: 'running', fraction: 0.4, remainingMs: { low: 3000, high: 9000 } },
});

export const offer: Setup = {
  ...sampleOffer,
  functions: [sampleFunction('upscale-2x-fast'), sampleFunction('face-blur')],
};

const file = { name: 'cat.jpg', size: 120_000, type: 'image/jpeg' };

export const ownPhoto: PhotoSource = { kind: 'file', file, id: 'photo-1' };

export const samplePhoto: PhotoSource = { kind: 'sample', name: 'boat', url: '/samples/boat.jpg' };

export const photo: Photo = {
  file,
  name: file.name,
  format: 'jpeg',
  bytes: file.size,
  width: 800,
  height: 600,
  decodable: true,
  problem: null,
  id: 'photo-1',
  thumbnailUrl: 'blob:cat',
};

export const keptPhoto: KeptPhoto = {
  id: photo.id,
  file: photo.file,
  functionCode: 'upscale-2x-fast',
  options: {},
  run: null,
};

/** A prepared photo that was scaled down, so that it differs from the chosen photo. */
export const prepared: PreparedPhoto = {
  file: { name: 'cat-small.webp', size: 90_000, type: 'image/webp' },
  format: 'webp',
  width: 400,
  height: 300,
};

export const ticket: UploadTicket = {
  url: '/upload',
  fields: { key: 'uploads/1' },
  fileKey: 'uploads/1',
  maxBytes: 20_000_000,
  expiresAt: '2027-01-01T10:10:00.000Z',
};

const [upscale] = offer.functions;
if (!upscale) throw new Error('Expected a function in the sample offer');

export const wish: Wish = { photo, offered: upscale, options: {} };

const [, faceBlur] = offer.functions;
if (!faceBlur) throw new Error('Expected a second function in the sample offer');

export const regionSearch = { photo, offered: faceBlur };

const { file: pictureFile } = photo;

/** A picture that is chosen for the background of a cut-out. */
export const pictureWish = { file: pictureFile, offered: sampleFunction('cut-out') };

export const startRequest: StartRequest = {
  photoId: photo.id,
  functionCode: upscale.code,
  options: {},
  fileKey: ticket.fileKey,
  idempotencyKey: 'key-0123456789abcdef',
  promisedMs: 4320,
};

const endsAt = 60_000;

/** The events that the countdown of `resending.ts` emits. */
export const countdown = {
  sends: ({ remainingSeconds }: { remainingSeconds: number }) => ({
    ...(remainingSeconds > 1 && {
      'one second is left': { type: 'countdown.ticked' as const, remainingSeconds: 1, endsAt },
    }),
    'no second is left': { type: 'countdown.ticked' as const, remainingSeconds: 0, endsAt },
  }),
  error: { 'a fault': new Error('a fault') },
};
