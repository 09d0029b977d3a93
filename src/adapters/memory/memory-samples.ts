import type { Setup } from '../../../machines/model/functions.ts';
import type { Photo } from '../../../machines/model/photo.ts';
import type { TaskRecord } from '../../../machines/model/task-record.ts';

const limits = {
  maxBytes: 40_000_000,
  maxPixels: 24_000_000,
  minSide: 16,
  formats: ['jpg', 'png'],
};

const common = {
  limits,
  downscaleAllowed: true,
  mayReject: false,
  estimate: { lowMsPerMegapixel: 1000, highMsPerMegapixel: 3000 },
  names: null,
};

export const memorySetup: Setup = {
  functionCredits: {
    'upscale-2x-fast': { unit: 2, credits: 1 },
    'face-blur': { unit: 1, credits: 2 },
  },
  functions: [
    { ...common, code: 'upscale-2x-fast', type: 11, scale: 2 },
    { ...common, code: 'face-blur', type: 49, scale: 1, mayReject: true },
  ],
  retentionDays: 30,
};

export const memoryPhoto: Photo = {
  file: { name: 'cat.jpg', size: 120_000, type: 'image/jpeg' },
  name: 'cat.jpg',
  format: 'jpg',
  bytes: 120_000,
  width: 1200,
  height: 800,
  decodable: true,
  problem: null,
  previewUrl: null,
};

const image = { url: '/files/picture.webp', width: 1200, height: 800 };

export const memoryRecord: TaskRecord = {
  id: 'record-1',
  revision: 1,
  code: 'upscale-2x-fast',
  type: 11,
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
  before: image,
  after: image,
  result: {
    ...image,
    mime: 'image/jpeg',
    bytes: 300_000,
    downloadUrl: '/files/picture.jpg',
    fileName: 'cat-2x.jpg',
    faces: null,
  },
};
