import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, test } from 'vitest';
import { signPolicy, verifyPolicy } from '../../server/platform/storage/signatures/post-policy.ts';
import { presignGet, verifyGet } from '../../server/platform/storage/signatures/presigned-get.ts';

/*
 * The AWS SDK is an independent client. The product accepts the SDK's signatures, and its own
 * signatures are equal to those of the SDK.
 */
const signingKey = { accessKeyId: 'lightwell', secret: 'a secret of the test', region: 'local' };
const host = '127.0.0.1:8787';
const key = 'uploads/abc.png';
const sdk = new S3Client({
  endpoint: `http://${host}/storage`,
  region: signingKey.region,
  forcePathStyle: true,
  credentials: { accessKeyId: signingKey.accessKeyId, secretAccessKey: signingKey.secret },
  requestChecksumCalculation: 'WHEN_REQUIRED',
});

const lowerCased = (fields: Record<string, string>) =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));

describe('a presigned GET', () => {
  const now = new Date('2026-11-20T10:20:00Z');
  const verify = (url: string, change: Partial<Parameters<typeof verifyGet>[1]> = {}) =>
    verifyGet(signingKey, { method: 'GET', url, headers: {}, hosts: [host], now, ...change });

  const ours = (disposition?: string) =>
    presignGet(signingKey, {
      host,
      path: `/storage/lightwell/${key}`,
      date: now,
      expiresSeconds: 600,
      ...(disposition ? { disposition } : {}),
    });
  const theirs = async (disposition?: string) => {
    const command = new GetObjectCommand({
      Bucket: 'lightwell',
      Key: key,
      ...(disposition ? { ResponseContentDisposition: disposition } : {}),
    });
    const url = new URL(await getSignedUrl(sdk, command, { expiresIn: 600, signingDate: now }));
    return `${url.pathname}${url.search}`;
  };

  test('of the SDK is accepted, with its disposition', async () => {
    const disposition = `attachment; filename="a 'b' (c)!.png"`;
    expect(verify(await theirs(disposition))).toEqual({
      path: `/storage/lightwell/${key}`,
      disposition,
    });
  });

  test('of our own storage is accepted', () => {
    expect(verify(ours('attachment')).disposition).toBe('attachment');
  });

  test('is refused if anything in it changes', async () => {
    const url = await theirs();
    const changed = [
      url.replace('abc', 'abd'),
      url.replace('X-Amz-Expires=600', 'X-Amz-Expires=900'),
      `${url}&response-content-disposition=inline`,
      url.replace(/Signature=./, (found) => `${found.slice(0, -1)}${found.endsWith('0') ? 1 : 0}`),
    ];
    for (const other of changed) {
      expect(() => verify(other)).toThrow(
        expect.objectContaining({ code: 'SignatureDoesNotMatch' }),
      );
    }
    expect(() => verify(url, { method: 'DELETE' })).toThrow('does not match');
    expect(() => verify(url, { hosts: ['elsewhere'] })).toThrow('does not match');
  });

  test('is refused after it expired and before it is valid', async () => {
    const url = await theirs();
    expect(() => verify(url, { now: new Date('2026-11-20T10:30:01Z') })).toThrow('expired');
    expect(() => verify(url, { now: new Date('2026-11-20T10:00:00Z') })).toThrow('not yet valid');
  });

  test('is refused without a signature, with another credential, with a parameter twice', async () => {
    const url = await theirs();
    expect(() => verify(`/storage/lightwell/${key}`)).toThrow('not signed');
    expect(() => verify(url.replace('Credential=lightwell', 'Credential=other'))).toThrow(
      'unknown',
    );
    expect(() => verify(`${url}&X-Amz-Expires=600`)).toThrow('not valid');
    expect(() => verify(`${url}&x=%E0%A4%A`)).toThrow('not valid');
  });
});

describe('a POST policy', () => {
  const post = () =>
    createPresignedPost(sdk, {
      Bucket: 'lightwell',
      Key: key,
      Fields: { 'Content-Type': 'image/png', 'x-amz-meta-claim': 'whose' },
      Conditions: [['content-length-range', 1, 5000]],
      Expires: 600,
    });
  const grant = { key, claim: 'whose', minBytes: 1, maxBytes: 5000 };
  const check = (fields: Map<string, string>, now = new Date()) =>
    verifyPolicy(signingKey, fields, { bucket: 'lightwell', now });

  test('of the SDK is accepted', async () => {
    const { url, fields } = await post();
    expect(url).toBe(`http://${host}/storage/lightwell`);
    expect(check(lowerCased(fields))).toEqual(grant);
  });

  test('of our own storage has the fields that the SDK makes', async () => {
    const now = new Date();
    const ours = signPolicy(signingKey, {
      bucket: 'lightwell',
      key,
      claim: 'whose',
      contentType: 'image/png',
      maxBytes: 5000,
      now,
      expiresAt: new Date(now.getTime() + 600_000),
    });
    const { fields } = await post();
    expect(Object.keys(ours).sort()).toEqual(Object.keys(fields).sort());
    expect(check(lowerCased(ours))).toEqual(grant);
  });

  test.each([
    ['another key', 'key', 'uploads/other.png', 'AccessDenied'],
    ['another type', 'content-type', 'text/html', 'AccessDenied'],
    ['another bucket', 'bucket', 'other', 'AccessDenied'],
    ['another claim', 'x-amz-meta-claim', 'mine', 'AccessDenied'],
    ['a field of its own', 'x-amz-meta-a', 'b', 'AccessDenied'],
    ['another date', 'x-amz-date', '20200101T000000Z', 'AccessDenied'],
    ['another algorithm', 'x-amz-algorithm', 'none', 'InvalidArgument'],
    ['another signature', 'x-amz-signature', '0'.repeat(64), 'SignatureDoesNotMatch'],
    ['another policy', 'policy', Buffer.from('{}').toString('base64'), 'SignatureDoesNotMatch'],
    ['no signature', 'x-amz-signature', '', 'InvalidArgument'],
  ])('is refused with %s', async (_what, name, value, code) => {
    const fields = lowerCased((await post()).fields);
    fields.set(name, value);
    expect(() => check(fields)).toThrow(expect.objectContaining({ code }));
  });

  test('is refused after it expired', async () => {
    const fields = lowerCased((await post()).fields);
    expect(() => check(fields, new Date(Date.now() + 601_000))).toThrow('expired');
  });

  test('is refused without a size limit', async () => {
    const { fields } = await createPresignedPost(sdk, { Bucket: 'lightwell', Key: key });
    expect(() => check(lowerCased(fields))).toThrow('content-length-range');
  });
});
