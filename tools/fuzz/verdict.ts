import { calls } from '../../contract/calls.ts';
import { envelope } from '../../contract/envelope.ts';
import { type ErrorCode, errorCodes, successCode } from '../../contract/error-codes.ts';
import type { RawAnswer } from '../../server/routes/raw-socket.fixture.ts';
import type { FuzzRequest } from './call-requests.ts';

export type Verdict = 'documented' | 'serverError' | 'undocumented';

/** Statuses of answers without a catalogue: pages, files, redirects, preflights. */
const plainStatuses = [200, 204, 206, 301, 302, 304, 400, 404, 412, 416];

const storageCodes =
  /<Code>(AccessDenied|Entity\w+|IncompleteBody|Invalid\w+|MalformedPOSTRequest|NoSuchKey|RequestTimeout|SignatureDoesNotMatch|SlowDown|StorageFull|UploadAlreadyUsed)<\/Code>/;

function isKnownEnvelope({ status, body }: RawAnswer, request: FuzzRequest): boolean {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
  } catch {
    return false;
  }
  const { success } = parsed as { success?: string };
  if (success === successCode && status === 200) {
    const call = request.call && calls[request.call];
    return call === null || envelope(call.obj).safeParse(parsed).success;
  }
  const known = errorCodes[success as ErrorCode];
  // 431 is what HTTP says for a request whose headers are too large.
  return known !== undefined && (known.status === status || status === 431);
}

/** Whether the contract knows this answer. */
export function judge(answer: RawAnswer, request: FuzzRequest): Verdict {
  const { status, headers, body } = answer;
  if (status >= 500 && status !== 503) return 'serverError';
  if (headers['x-content-type-options'] !== 'nosniff') return 'undocumented';
  if (request.method === 'HEAD' || status === 204 || status === 304) return 'documented';
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/xml'))
    return storageCodes.test(body) ? 'documented' : 'undocumented';
  const isJson = type.startsWith('application/json') && !headers.etag;
  if (isJson) return isKnownEnvelope(answer, request) ? 'documented' : 'undocumented';
  const isPlain =
    plainStatuses.includes(status) || (status === 503 && body.includes('npm run build'));
  return isPlain && request.call === null ? 'documented' : 'undocumented';
}
