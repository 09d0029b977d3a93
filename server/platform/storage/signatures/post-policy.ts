import { z } from 'zod';
import { StorageError } from '../storage-error.ts';
import {
  algorithm,
  amzDate,
  credentialOf,
  isSameSignature,
  type SigningKey,
  sign,
} from './sigv4.ts';

const policyShape = z.object({
  expiration: z.iso.datetime(),
  conditions: z.array(
    z.union([
      z.tuple([z.literal('content-length-range'), z.int().min(0), z.int().min(0)]),
      z.tuple([z.enum(['eq', 'starts-with']), z.string().startsWith('$'), z.string()]),
      z.record(z.string(), z.string()),
    ]),
  ),
});

export type UploadGrant = { key: string; claim: string; minBytes: number; maxBytes: number };

/** Field with the owner of the upload. S3 would store it with the file. */
const claimField = 'x-amz-meta-claim';

/**
 * Returns the form fields of one presigned POST. The signature is valid on any server with the same
 * key.
 */
export function signPolicy(
  signingKey: SigningKey,
  upload: {
    bucket: string;
    key: string;
    claim: string;
    contentType: string;
    maxBytes: number;
    now: Date;
    expiresAt: Date;
  },
): Record<string, string> {
  const dateTime = amzDate(upload.now);
  const fields = {
    bucket: upload.bucket,
    key: upload.key,
    'Content-Type': upload.contentType,
    [claimField]: upload.claim,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': credentialOf(signingKey, dateTime),
    'X-Amz-Date': dateTime,
  };
  const policy = {
    expiration: upload.expiresAt.toISOString(),
    conditions: [
      ['content-length-range', 1, upload.maxBytes],
      ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
    ],
  };
  const encoded = Buffer.from(JSON.stringify(policy)).toString('base64');
  return { ...fields, Policy: encoded, 'X-Amz-Signature': sign(signingKey, dateTime, encoded) };
}

/** Fields that S3 accepts without a condition in the policy. */
const unconditional = (name: string) =>
  ['policy', 'x-amz-signature', 'file'].includes(name) || name.startsWith('x-ignore-');

function decodePolicy(encoded: string) {
  try {
    return policyShape.parse(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  } catch {
    throw new StorageError('InvalidArgument', 'The policy is not valid.');
  }
}

function checkSignature(signingKey: SigningKey, field: (name: string) => string) {
  const dateTime = field('x-amz-date');
  if (field('x-amz-algorithm') !== algorithm) {
    throw new StorageError('InvalidArgument', `X-Amz-Algorithm must be ${algorithm}.`);
  }
  if (!isSameSignature(field('x-amz-credential'), credentialOf(signingKey, dateTime))) {
    throw new StorageError('AccessDenied', 'The credential is unknown.');
  }
  const expected = sign(signingKey, dateTime, field('policy'));
  if (!isSameSignature(field('x-amz-signature'), expected)) {
    throw new StorageError('SignatureDoesNotMatch', 'The signature does not match the policy.');
  }
}

/** Checks each field against the policy. Returns the size limits of the upload. */
function checkConditions(
  policy: z.infer<typeof policyShape>,
  fields: ReadonlyMap<string, string>,
): { minBytes: number; maxBytes: number } {
  const range = { minBytes: 0, maxBytes: 0 };
  const covered = new Set<string>();
  const check = (name: string, isMet: (value: string) => boolean) => {
    const field = name.toLowerCase();
    covered.add(field);
    if (!isMet(fields.get(field) ?? '')) {
      throw new StorageError('AccessDenied', `Invalid according to policy: ${name}`);
    }
  };
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, wanted] of Object.entries(condition)) check(name, (v) => v === wanted);
    } else if (condition[0] === 'content-length-range') {
      range.minBytes = condition[1];
      range.maxBytes = condition[2];
    } else {
      const [operator, name, wanted] = condition;
      check(name.slice(1), (v) => (operator === 'eq' ? v === wanted : v.startsWith(wanted)));
    }
  }
  for (const name of fields.keys()) {
    if (!covered.has(name) && !unconditional(name)) {
      throw new StorageError('AccessDenied', `Extra input field: ${name}`);
    }
  }
  return range;
}

/**
 * Verifies the signature and the fields of a presigned POST.
 * @param fields form fields by lower-case name
 * @throws StorageError with the code of S3 for the same error
 */
export function verifyPolicy(
  signingKey: SigningKey,
  fields: ReadonlyMap<string, string>,
  expected: { bucket: string; now: Date },
): UploadGrant {
  const field = (name: string) => {
    const value = fields.get(name);
    if (!value) throw new StorageError('InvalidArgument', `The form field ${name} is missing.`);
    return value;
  };
  checkSignature(signingKey, field);
  const policy = decodePolicy(field('policy'));
  if (expected.now.getTime() >= Date.parse(policy.expiration)) {
    throw new StorageError('AccessDenied', 'Invalid according to policy: policy expired.');
  }
  const range = checkConditions(policy, fields);
  if (field('bucket') !== expected.bucket) {
    throw new StorageError('AccessDenied', 'The bucket is unknown.');
  }
  // Without this condition a file of any size would be accepted.
  if (range.maxBytes === 0) {
    throw new StorageError('AccessDenied', 'The policy has no content-length-range.');
  }
  return { key: field('key'), claim: fields.get(claimField) ?? '', ...range };
}
