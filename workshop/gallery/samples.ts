import type { Photo } from '../../machines/model/photo.ts';
import type { TaskRecord } from '../../machines/model/task-record.ts';
import type { UserInfo } from '../../machines/model/user.ts';
import { guest, member } from '../../machines/testing/samples.ts';

/* Sample values as in the real product, with functions and pictures that exist. */

const pictures = [
  { name: 'chelsea.webp', width: 451, height: 300 },
  { name: 'coffee.webp', width: 600, height: 400 },
  { name: 'rocket.webp', width: 640, height: 427 },
  { name: 'astronaut.webp', width: 512, height: 512 },
] as const;

const pictureOf = (id: string) => {
  const number = Number(/\d+$/.exec(id)?.[0] ?? 1);
  return pictures[(number - 1) % pictures.length] ?? pictures[0];
};

const picture = pictures[0];
const file = { name: picture.name, size: 28_230, type: 'image/webp' };

export const ownPhoto: Photo = {
  file,
  name: picture.name,
  format: 'webp',
  bytes: file.size,
  width: picture.width,
  height: picture.height,
  decodable: true,
  problem: null,
  id: `photo-${picture.name}`,
  thumbnailUrl: `/samples/${picture.name}`,
};

/** The finished rows of a result while the rest is still in progress. */
export const finishedRows = {
  url: `${ownPhoto.thumbnailUrl}?partial`,
  width: ownPhoto.width,
  height: ownPhoto.height,
  share: 0.4,
};

/** Adds the pictures and times that a real record has in this state. */
export function withPictures(record: TaskRecord): TaskRecord {
  const { name, width, height } = pictureOf(record.id);
  const [stem] = name.split('.');
  // the same picture under different addresses, so that a test notices if they are swapped
  const called = (what: string) => `/samples/${name}?${what}`;
  const original = { url: called('original'), width, height };
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
    before: { ...original, url: called('before') },
    after: { ...original, url: called('after') },
    result: {
      url: called('result'),
      width: width * 2,
      height: height * 2,
      mime: 'image/png',
      bytes: 1_482_113,
      downloadUrl: called('download'),
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
