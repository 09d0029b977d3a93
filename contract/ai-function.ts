import { z } from 'zod';
import { fileFormat, functionCode, optionValues } from './functions.ts';

/** GET /v1/file/notAuthSignature/{code}: {code} is the file's format. */
export const signatureParams = z.object({ code: fileFormat });
export const signatureQuery = z.object({ functionCode: functionCode.optional() });

/**
 * A presigned POST (AWS Signature Version 4): send `fields` and then the file, as field `file`, as
 * multipart/form-data to `url`. One use, size-limited by its policy, gone at `expiresAt`.
 */
export const uploadSignature = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  fileKey: z.string(),
  /** bytes */
  maxBytes: z.int().positive(),
  expiresAt: z.iso.datetime(),
});

/** Made once per attempt by the client: a repeat gives the same task. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/** POST /v1/ai-function/{code} and /v1/ai-function/notAuth/dealSave/{code} */
export const startParams = z.object({ code: functionCode });
export const startBody = z.object({
  fileKey: z.string().regex(/^[A-Za-z0-9_./-]{1,200}$/),
  idempotencyKey,
  /** an option that is missing has its default; unknown names and values are refused */
  options: optionValues.default({}),
});
