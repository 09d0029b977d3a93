import { functionTypes } from '../../contract/functions.ts';
import type { OfferedFunction, Setup } from '../../machines/model/functions.ts';
import type { Photo } from '../../machines/model/photo.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import type { UserInfo } from '../../machines/model/user.ts';
import { guest, member } from '../../machines/testing/samples.ts';

/* Values as a visitor of the real product meets them: the whole offer, and pictures that exist. */

type FunctionCode = keyof typeof functionTypes;
type Terms = { unit: 1 | 2; credits: number; scale: number; megapixels: number; minSide: number };

const terms: Record<FunctionCode, Terms> = {
  'upscale-2x-fast': { unit: 2, credits: 1, scale: 2, megapixels: 25, minSide: 8 },
  'upscale-2x-fine': { unit: 2, credits: 2, scale: 2, megapixels: 12.5, minSide: 8 },
  'upscale-4x-fast': { unit: 2, credits: 2, scale: 4, megapixels: 6.3, minSide: 8 },
  'upscale-4x-fine': { unit: 2, credits: 3, scale: 4, megapixels: 6.3, minSide: 8 },
  enhance: { unit: 1, credits: 1, scale: 1, megapixels: 50, minSide: 8 },
  denoise: { unit: 1, credits: 1, scale: 1, megapixels: 50, minSide: 8 },
  'face-blur': { unit: 1, credits: 1, scale: 1, megapixels: 50, minSide: 32 },
  'face-portrait': { unit: 1, credits: 2, scale: 1, megapixels: 50, minSide: 48 },
};

const formats = ['jpg', 'png', 'webp', 'avif', 'tiff'];

const codes = Object.keys(terms) as FunctionCode[];

const offered = (code: FunctionCode): OfferedFunction => ({
  code,
  type: functionTypes[code],
  scale: terms[code].scale,
  limits: {
    maxBytes: 40_000_000,
    maxPixels: terms[code].megapixels * 1e6,
    minSide: terms[code].minSide,
    formats,
  },
  downscaleAllowed: !code.startsWith('upscale-'),
  mayReject: code.startsWith('face-'),
  estimate: { lowMsPerMegapixel: 3000, highMsPerMegapixel: 9000 },
  names: null,
});

export const wholeOffer: Setup = {
  functionCredits: Object.fromEntries(
    codes.map((code) => [code, { unit: terms[code].unit, credits: terms[code].credits }]),
  ),
  functions: codes.map(offered),
  retentionDays: 7,
};

const pictures = [
  { name: 'chelsea.png', width: 451, height: 300 },
  { name: 'coffee.png', width: 600, height: 400 },
  { name: 'rocket.jpg', width: 640, height: 427 },
  { name: 'astronaut.png', width: 512, height: 512 },
] as const;

const pictureOf = (id: string) => {
  const number = Number(/\d+$/.exec(id)?.[0] ?? 1);
  return pictures[(number - 1) % pictures.length] ?? pictures[0];
};

const picture = pictures[0];
const file = { name: picture.name, size: 240_512, type: 'image/png' };

export const ownPhoto: Photo = {
  file,
  name: picture.name,
  format: 'png',
  bytes: file.size,
  width: picture.width,
  height: picture.height,
  decodable: true,
  problem: null,
  previewUrl: `/samples/${picture.name}`,
};

/** The same record with the pictures and times that a real one has in its state. */
export function withPictures(record: TaskRecord): TaskRecord {
  const { name, width, height } = pictureOf(record.id);
  const [stem] = name.split('.');
  const original = { url: `/samples/${name}`, width, height };
  const thumbnail = { url: `/samples/${stem}-thumb.webp`, width: 128, height: 128 };
  const begun = record.dealStatus > 0 && record.dealStatus < 5;
  const dressed: TaskRecord = {
    ...record,
    original,
    thumbnail,
    startedAt: begun ? '2027-01-01T10:00:04.000Z' : null,
    finishedAt: record.dealStatus > 1 ? '2027-01-01T10:00:21.000Z' : null,
  };
  if (record.dealStatus !== 2) return dressed;
  return {
    ...dressed,
    credits: { unit: record.credits.unit, charged: 1 },
    before: original,
    after: original,
    result: {
      url: original.url,
      width: width * 2,
      height: height * 2,
      mime: 'image/png',
      bytes: 1_482_113,
      downloadUrl: original.url,
      fileName: `${stem}-2x.png`,
      faces: null,
    },
  };
}

export const usedUp: UserInfo = {
  ...guest,
  allowance: { limit: 20, used: 20, resetsAt: '2027-01-02T00:00:00.000Z' },
};

export const withoutAllowance: UserInfo = {
  ...guest,
  allowance: { limit: 0, used: 0, resetsAt: '2027-01-02T00:00:00.000Z' },
};

export const memberWithoutPlan: UserInfo = { ...member, vipStatus: 0, subscriptionStatus: 0 };
