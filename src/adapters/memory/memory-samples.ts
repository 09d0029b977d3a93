import type { Setup } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';
import { sampleFunction, sampleOffer } from '../../../machines/testing/sample-offer.ts';

/** Returns a built-in function with fixed limits, for tests of screens. */
const measured = (code: string) => {
  const { limits } = sampleFunction(code);
  const estimate = { per: 'megapixel', lowMs: 1000, highMs: 3000 } as const;
  return sampleFunction(code, { estimate, limits: { ...limits, minSide: 16 } });
};

export const memorySetup: Setup = {
  ...sampleOffer,
  functionCredits: { ...sampleOffer.functionCredits, 'face-blur': { unit: 1, credits: 2 } },
  functions: [measured('upscale-2x-fast'), measured('face-blur')],
};

export const memoryPhoto: Photo = {
  id: 'photo-1',
  file: { name: 'cat.jpg', size: 120_000, type: 'image/jpeg' },
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 120_000,
  width: 1200,
  height: 800,
  decodable: true,
  problem: null,
  thumbnailUrl: null,
};

const image = { url: '/files/picture.webp', width: 1200, height: 800 };

export const memoryRecord: TaskRecord = {
  id: 'record-1',
  revision: 1,
  code: 'upscale-2x-fast',
  type: 11,
  options: {},
  name: null,
  dealStatus: 2,
  reason: null,
  credits: { unit: 2, charged: 1 },
  queuePosition: null,
  progress: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:01.000Z',
  finishedAt: '2026-11-20T10:00:05.000Z',
  expiresAt: '2026-12-20T10:00:00.000Z',
  original: image,
  thumbnail: image,
  madeFrom: null,
  before: image,
  after: image,
  partial: null,
  result: {
    ...image,
    mime: 'image/jpeg',
    bytes: 300_000,
    downloadUrl: '/files/picture.jpg',
    fileName: 'cat-2x.jpg',
    faces: null,
  },
};
