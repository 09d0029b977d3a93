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

/** Names an upload, as the signature call gave it. */
const fileKey = z.string().regex(/^[A-Za-z0-9_./-]{1,200}$/);

/** Made once per attempt by the client: a repeat gives the same task. */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/**
 * GET /v1/ai-function/notAuth/regions/{code}: what the function's option of kind `regions` may leave
 * alone, found in an upload that no task has used yet. The upload stays usable for a start.
 */
export const findRegionsQuery = z.object({ fileKey });

/** Shares of the upright photo's width and height. */
const region = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});

/** From left to right; the same upload gives the same order. Empty when there are none. */
export const foundRegions = z.object({ regions: z.array(region) });

/** A small picture travels as text; about 330 kB of bytes. */
const mostPreviewText = 450_000;

/** The body of the call below has this many bytes at most, options included. */
export const mostPreviewBody = mostPreviewText + 8_000;

/**
 * POST /v1/ai-function/notAuth/preview/{code}: what the function makes of a small picture, at most as
 * large as its `preview` says. Nothing is stored and nothing is charged.
 */
export const previewBody = z.object({
  /** JPEG, PNG or WebP in base64 */
  image: z
    .string()
    .min(1)
    .max(mostPreviewText)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/),
  /** as for a start */
  options: optionValues.default({}),
});

export const previewPicture = z.object({
  /** WebP in base64 */
  image: z.string(),
  /** pixels */
  width: z.int().positive(),
  height: z.int().positive(),
});

/** POST /v1/ai-function/{code} and /v1/ai-function/notAuth/dealSave/{code} */
export const startParams = z.object({ code: functionCode });
export const startBody = z.object({
  fileKey,
  idempotencyKey,
  /** an option that is missing has its default; unknown names and values are refused */
  options: optionValues.default({}),
  /** the name of the visitor's file; the server keeps what is harmless of it, with the record */
  name: z.string().max(1000).optional(),
});
