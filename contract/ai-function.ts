import { z } from 'zod';
import { fileFormat, functionCode, optionValues, optionWord, regionContent } from './functions.ts';

/** GET /v1/file/notAuthSignature/{code}: {code} is the file's format. */
export const signatureParams = z.object({ code: fileFormat });
export const signatureQuery = z.object({ functionCode: functionCode.optional() });

/**
 * A presigned POST (AWS Signature Version 4): send `fields` and then the file, as field `file`, as
 * multipart/form-data to `url`. The signature works once, limits the size, and expires at
 * `expiresAt`.
 */
export const uploadSignature = z.object({
  url: z.string(),
  fields: z.record(z.string(), z.string()),
  fileKey: z.string(),
  /** bytes */
  maxBytes: z.int().positive(),
  expiresAt: z.iso.datetime(),
});
export type UploadSignature = z.infer<typeof uploadSignature>;

/** Name of an upload, as returned by the signature call. */
const fileKey = z.string().regex(/^[A-Za-z0-9_./-]{1,200}$/);

/**
 * The client creates one key per start. A repeated call with the same key returns the same task.
 */
export const idempotencyKey = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/);

/**
 * GET /v1/ai-function/notAuth/regions/{code}: finds the regions that a visitor can exclude by the
 * function's option of kind `regions`. A task must not have used the upload yet. A start can still
 * use the upload afterwards.
 */
export const findRegionsQuery = z.object({ fileKey });

/** Fractions of the upright photo's width and height. */
const region = z.object({
  left: z.number().min(0).max(1),
  top: z.number().min(0).max(1),
  width: z.number().min(0).max(1),
  height: z.number().min(0).max(1),
});
export type Region = z.infer<typeof region>;

const foundRegion = region.extend({ shows: regionContent });
export type FoundRegion = z.infer<typeof foundRegion>;

/** Sorted from left to right; the same upload gives the same order. Empty if no region is found. */
export const foundRegions = z.object({ regions: z.array(foundRegion) });

/** Maximum length of the base64 text of a small picture, about 330 kB of bytes. */
const mostPreviewText = 450_000;

/** Maximum length of the base64 text of a survey's picture, about 220 kB of bytes. */
const mostSurveyText = 300_000;

/** Maximum size of the preview call's body in bytes, including the options. */
export const mostPreviewBody = mostPreviewText + 2 * mostSurveyText + 24_000;

/** JPEG, PNG or WebP in base64. */
const smallPicture = (mostText: number) =>
  z
    .string()
    .min(1)
    .max(mostText)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** Longest side of the pictures of a survey, in pixels. */
export const surveySide = 384;

/** Pictures by which a function measures a photo before the start. */
const photoSurvey = z.object({
  /** size of the photo as uploaded, pixels */
  width: z.int().positive(),
  height: z.int().positive(),
  /** the whole photo, scaled down */
  overview: smallPicture(mostSurveyText),
  /** unchanged pieces from all areas of the photo, separated by transparent gaps of 8 pixels */
  tiles: smallPicture(mostSurveyText),
  /** for a JPEG that is uploaded as it is: the quality that its quantisation tables show */
  jpegQuality: z.int().min(1).max(100).optional(),
});
export type PhotoSurvey = z.infer<typeof photoSurvey>;

/**
 * POST /v1/ai-function/notAuth/preview/{code}: applies the function to a small picture, up to the
 * size in the function's `preview`. Nothing is stored and nothing is charged.
 */
export const previewBody = z.object({
  image: smallPicture(mostPreviewText),
  /**
   * for functions whose `preview` has `survey`, otherwise ignored; without it, `image` counts as
   * the whole photo
   */
  survey: photoSurvey.optional(),
  /** values of the function's options, as in the body of a start */
  options: optionValues.default({}),
});

export const previewPicture = z.object({
  /** WebP in base64 */
  image: z.string(),
  /** pixels */
  width: z.int().positive(),
  height: z.int().positive(),
  /** names of the options that the photo needs; only if the function measures the photo */
  needs: z.array(optionWord).optional(),
  /** number of faces for which a needed option does something, or does it differently */
  faces: z.record(optionWord, z.int().positive()).optional(),
});

/** POST /v1/ai-function/{code} and /v1/ai-function/notAuth/dealSave/{code} */
export const startParams = z.object({ code: functionCode });
export const startBody = z.object({
  fileKey,
  idempotencyKey,
  /** a missing option takes its default; unknown names and values are refused */
  options: optionValues.default({}),
  /** the file name of the visitor's photo; the server stores a sanitised copy with the record */
  name: z.string().max(1000).optional(),
  /** id of the visitor's record whose result is the photo; another id is ignored */
  madeFrom: z.string().max(64).optional(),
});
