import { calls } from '../../contract/calls.ts';
import { envelope } from '../../contract/envelope.ts';
import { type ErrorCode, errorCodes, successCode } from '../../contract/error-codes.ts';
import type { RawAnswer } from '../../server/platform/http/raw-socket.fixture.ts';
import type { FuzzRequest } from './call-requests.ts';

type Asked = Pick<FuzzRequest, 'call' | 'method'>;

export type Verdict = 'documented' | 'serverError' | 'undocumented';

/** Statuses of answers that are not calls: pages, files, redirects, preflights. */
const plainStatuses = [200, 204, 206, 301, 302, 304, 400, 404, 412, 416];

const storageCodes =
  /<Code>(AccessDenied|Entity\w+|IncompleteBody|InternalError|Invalid\w+|MalformedPOSTRequest|NoSuchKey|RequestTimeout|SignatureDoesNotMatch|SlowDown|StorageFull|TooMany\w+|UploadAlreadyUsed)<\/Code>/;

function isKnownEnvelope({ status, body }: RawAnswer, request: Asked): boolean {
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
  // 431 is HTTP's status for a request whose headers are too large.
  return known !== undefined && (known.status === status || status === 431);
}

/** True if the contract documents this answer. */
export function isDocumented({ status, headers, body }: RawAnswer, request: Asked): boolean {
  if (headers['x-content-type-options'] !== 'nosniff') return false;
  if (request.method === 'HEAD' || status === 204 || status === 304) return true;
  const type = headers['content-type'] ?? '';
  if (type.startsWith('application/xml')) return storageCodes.test(body);
  const isJson = type.startsWith('application/json') && !headers.etag;
  if (isJson) return isKnownEnvelope({ status, headers, body }, request);
  const isPlain =
    plainStatuses.includes(status) || (status === 503 && body.includes('npm run build'));
  return isPlain && request.call === null;
}

export function judge(answer: RawAnswer, request: Asked): Verdict {
  if (answer.status >= 500 && answer.status !== 503) return 'serverError';
  return isDocumented(answer, request) ? 'documented' : 'undocumented';
}
