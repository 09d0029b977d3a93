/**
 * Error codes of S3 that are used here, and codes of our own: `StorageFull`, `TooMany…`,
 * `UploadAlreadyUsed`.
 */
const statuses = {
  AccessDenied: 403,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidArgument: 400,
  InvalidRange: 416,
  MalformedPOSTRequest: 400,
  NoSuchKey: 404,
  RequestTimeout: 408,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  StorageFull: 503,
  TooManyGuests: 429,
  TooManyUploads: 429,
  UploadAlreadyUsed: 409,
} as const;

export class StorageError extends Error {
  readonly code: keyof typeof statuses;

  constructor(code: keyof typeof statuses, message: string) {
    super(message);
    this.name = 'StorageError';
    this.code = code;
  }

  get status(): number {
    return statuses[this.code];
  }
}

export const noSuchKey = () => new StorageError('NoSuchKey', 'The key does not exist.');

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** @param errorId id of the failure in the log, or null if the log has no line about it */
export const errorXml = (error: StorageError, errorId: string | null) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code>` +
  `<Message>${escapeXml(error.message)}</Message>` +
  `${errorId ? `<RequestId>${escapeXml(errorId)}</RequestId>` : ''}</Error>`;
