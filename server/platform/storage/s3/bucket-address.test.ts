import { expect, test } from 'vitest';
import { bucketAddress } from './bucket-address.ts';

const bucket = 'photos';

test.each([
  ['https://s3.example', true, 'https://s3.example', '/photos'],
  ['https://s3.example/store/', true, 'https://s3.example', '/store/photos'],
  ['http://127.0.0.1:9000', true, 'http://127.0.0.1:9000', '/photos'],
  ['https://s3.example', false, 'https://photos.s3.example', ''],
])('the bucket at %s, with its name in the path: %s', (endpoint, forcePathStyle, origin, path) => {
  const host = new URL(origin).host;
  expect(bucketAddress(endpoint, { bucket, forcePathStyle })).toEqual({ origin, host, path });
});
