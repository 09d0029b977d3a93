import type { PortFailure } from '../../../machines/ports/port-failure.ts';
import type { TaskPort } from '../../../machines/ports/task.port.ts';
import { unreadableFile } from '../unreadable-file.ts';

const call = 'upload';

/** Milliseconds after which an upload without progress is aborted. */
const stalledMs = 60_000;

/** The storage's XML error codes, mapped to codes of contract/error-codes.ts. */
const storageCodes: Record<string, string> = {
  EntityTooLarge: 'file_too_large',
  EntityTooSmall: 'not_an_image',
  StorageFull: 'storage_full',
  TooManyGuests: 'too_many_guests',
  TooManyUploads: 'too_many_uploads',
};

/**
 * Statuses of a storage that timed out or is overloaded. The storage has then not checked the
 * ticket.
 */
const busyStatuses = [408, 425, 429];

/** Reads the storage's answer `<Error><Code>…</Code><Message>…</Message></Error>`. */
function readStorageError(xml: string): { code: string; message: string; requestId: string } {
  const pick = (tag: string) => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.trim() ?? '';
  return { code: pick('Code'), message: pick('Message'), requestId: pick('RequestId') };
}

export function failureOfUpload(status: number, body: string): PortFailure {
  const { code, message, requestId } = readStorageError(body);
  const msg = [code, message].filter(Boolean).join(': ') || `HTTP ${status}`;
  const known = storageCodes[code];
  const errorId = status >= 500 && requestId ? { errorId: requestId } : {};
  if (known || status === 413) {
    return { reason: 'refused', code: known ?? 'file_too_large', msg, call, ...errorId };
  }
  // the storage refuses a ticket that is expired, changed or used; a busy storage is not a refusal
  const isRefusal = status >= 400 && status < 500 && !busyStatuses.includes(status);
  return { reason: isRefusal ? 'refused' : 'server', msg, call, ...errorId };
}

function toForm(fields: Record<string, string>, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
}

/**
 * Sends the presigned POST. Uses XMLHttpRequest, because fetch does not report upload progress.
 * Returns a function that aborts the upload.
 */
export const upload: TaskPort['upload'] = ({ file, ticket }, emit) => {
  const request = new XMLHttpRequest();
  const photo = file as unknown as Blob;
  let open = true;
  let stallTimer: ReturnType<typeof setTimeout>;
  const end = () => {
    open = false;
    clearTimeout(stallTimer);
  };
  const fail = (failure: PortFailure) => {
    if (!open) return;
    end();
    emit({ type: 'upload.failed', failure });
  };
  const watchForStall = () => {
    clearTimeout(stallTimer);
    stallTimer = setTimeout(() => {
      fail({ reason: 'timeout', call });
      request.abort();
    }, stalledMs);
  };
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    if (!open) return;
    watchForStall();
    if (lengthComputable && total > 0) {
      emit({ type: 'upload.progressed', fraction: Math.min(1, loaded / total) });
    }
  };
  // the browser reports a file that has changed in the same way as a lost connection
  request.onerror = () =>
    void unreadableFile(photo, call).then((failure) =>
      fail(failure ?? { reason: 'offline', call }),
    );
  request.onload = () => {
    if (request.status < 200 || request.status >= 300) {
      fail(failureOfUpload(request.status, request.responseText));
    } else if (open) {
      end();
      emit({ type: 'upload.completed' });
    }
  };
  watchForStall();
  request.open('POST', ticket.url);
  request.send(toForm(ticket.fields, photo));
  return () => {
    end();
    request.abort();
  };
};
