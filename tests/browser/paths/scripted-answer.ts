import { isDeepStrictEqual } from 'node:util';
import { type CallName, calls } from '../../../contract/calls.ts';
import { type ErrorCode, errorCodes, successCode } from '../../../contract/error-codes.ts';
import { bareHeaders } from '../../../server/routes/security-headers.ts';
import { errorXml, StorageError } from '../../../server/storage/disk/storage-error.ts';
import { isDocumented } from '../../../tools/fuzz/verdict.ts';

/** Calls by the ids of the actors that make them; watching and loading a record share an address. */
export type Call =
  | 'loadSetup'
  | 'refreshUser'
  | 'sendCode'
  | 'lookAtLink'
  | 'signIn'
  | 'endSession'
  | 'findRunningTask'
  | 'listRecords'
  | 'listMore'
  | 'loadRecord'
  | 'watchRecord'
  | 'cancelTask'
  | 'deleteRecord'
  | 'requestUpload'
  | 'upload'
  | 'findRegions'
  | 'previewFunction'
  | 'startTask'
  | 'findAttempt'
  | 'sendMessage'
  | 'readMailChoice'
  | 'chooseMail'
  | 'loadAccount'
  | 'savePreferences'
  | 'listSessions'
  | 'endOneSession'
  | 'endOtherSessions'
  | 'requestExport'
  | 'loadCredits'
  | 'loadMoreCredits'
  | 'saveCreditsFile'
  | 'changePassword'
  | 'changeEmail'
  | 'deleteAccount'
  | 'loadPrices'
  | 'createOrder'
  | 'payOrder'
  | 'loadOrder'
  | 'findOpenOrder'
  | 'checkOrder'
  | 'cancelOrder'
  | 'loadMembership'
  | 'resumePlan'
  | 'retryRenewal'
  | 'previewChange'
  | 'changePlan'
  | 'listOrders'
  | 'loadOlderOrders'
  | 'sendOrderCode'
  | 'lookAtOrder'
  | 'previewWithdrawal'
  | 'leave'
  | 'withdraw'
  | 'writeLog';

/**
 * `obj` of a success, the `code` of a refusal, the HTTP `status` of a proxy in front of the server,
 * or a broken connection.
 */
export type Answer = { obj: unknown } | { code: string } | { status: number } | 'broken';

/** An answer as it is written to the connection. */
export type Wire = { status: number; headers: Record<string, string>; body: string };

const inContract: Record<Exclude<Call, 'upload'>, CallName> = {
  loadSetup: 'setup',
  refreshUser: 'user',
  sendCode: 'sendCode',
  lookAtLink: 'lookAtLink',
  // every way in has the same answer
  signIn: 'signInByEmail',
  endSession: 'endSession',
  findRunningTask: 'records',
  listRecords: 'records',
  listMore: 'records',
  loadRecord: 'record',
  watchRecord: 'record',
  cancelTask: 'cancelRecord',
  deleteRecord: 'deleteRecord',
  requestUpload: 'uploadSignature',
  findRegions: 'findRegions',
  previewFunction: 'preview',
  startTask: 'startGuestTask',
  findAttempt: 'attempt',
  sendMessage: 'contact',
  readMailChoice: 'unsubscribeState',
  chooseMail: 'unsubscribe',
  loadAccount: 'account',
  savePreferences: 'setPreferences',
  listSessions: 'sessions',
  endOneSession: 'endSession',
  endOtherSessions: 'endOtherSessions',
  requestExport: 'requestExport',
  loadCredits: 'credits',
  loadMoreCredits: 'credits',
  // it refuses as that call does
  saveCreditsFile: 'credits',
  changePassword: 'changePassword',
  changeEmail: 'changeEmail',
  deleteAccount: 'deleteAccount',
  loadPrices: 'priceData',
  createOrder: 'createOrder',
  payOrder: 'payOrder',
  loadOrder: 'order',
  findOpenOrder: 'orders',
  checkOrder: 'checkOrder',
  cancelOrder: 'cancelOrder',
  loadMembership: 'subscription',
  resumePlan: 'resumeSubscription',
  retryRenewal: 'retryRenewal',
  previewChange: 'previewChange',
  changePlan: 'changeSubscription',
  listOrders: 'orders',
  loadOlderOrders: 'orders',
  sendOrderCode: 'accessOrder',
  lookAtOrder: 'accessedOrder',
  previewWithdrawal: 'previewWithdrawal',
  leave: 'cancelSubscription',
  withdraw: 'withdraw',
  writeLog: 'logEvent',
};

const headers = bareHeaders({ https: false });

const json = (status: number, body: unknown): Wire => ({
  status,
  headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

const csv = (body: string): Wire => ({
  status: 200,
  headers: { ...headers, 'content-type': 'text/csv; charset=utf-8' },
  body,
});

/** Like S3: an empty body, or an error as XML. */
const ofStorage = (answer: { obj: unknown } | { code: string }): Wire => {
  if ('obj' in answer) return { status: 204, headers, body: '' };
  const error = new StorageError(answer.code as StorageError['code'], 'As the test says.');
  return {
    status: error.status,
    headers: { ...headers, 'content-type': 'application/xml' },
    body: errorXml(error, 'scripted'),
  };
};

/** An answer as the server, or a proxy in front of it, would write it. */
export const wireOf = (call: Call, answer: Exclude<Answer, 'broken'>): Wire => {
  if ('status' in answer) {
    return { status: answer.status, headers: { 'content-type': 'text/html' }, body: '' };
  }
  if (call === 'upload') return ofStorage(answer);
  if (call === 'saveCreditsFile' && 'obj' in answer) return csv(String(answer.obj));
  if ('obj' in answer) return json(200, { success: successCode, msg: '', obj: answer.obj });
  const { status } = errorCodes[answer.code as ErrorCode] ?? { status: 200 };
  return json(status, { success: answer.code, msg: 'As the test says.', obj: null });
};

/** The schema leaves out what it does not know, and fills in what is missing: neither may happen. */
const problemOf = (call: CallName, obj: unknown): string | undefined => {
  const read = calls[call].obj.safeParse(obj);
  if (!read.success)
    return read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ');
  return isDeepStrictEqual(read.data, obj) ? undefined : 'it has other fields than its schema';
};

/** Why no server would give this answer; undefined when the contract knows it. */
export const complaintOf = (call: Call, answer: Answer, wire?: Wire): string | undefined => {
  if (answer === 'broken') return undefined;
  // a file is no envelope: any text is one
  if (call === 'saveCreditsFile' && 'obj' in answer) return undefined;
  const written = wire ?? wireOf(call, answer);
  if ('status' in answer) {
    return written.status >= 500 ? undefined : `${call}: a bare status ${written.status}`;
  }
  const name = call === 'upload' ? null : inContract[call];
  // it reads bytes, as a socket gives them
  const raw = { ...written, body: Buffer.from(written.body).toString('latin1') };
  const isKnown = isDocumented(raw, { method: name ? calls[name].method : 'POST', call: name });
  if (!isKnown) return `${call}: ${written.status} ${written.body}`;
  if (!name || !('obj' in answer)) return undefined;
  const problem = problemOf(name, JSON.parse(written.body).obj);
  return problem && `${call}: ${problem}`;
};

/** @throws when the contract does not know the answer */
export const scripted = <One extends Answer | undefined>(call: Call, answer: One): One => {
  const complaint = answer && complaintOf(call, answer);
  if (complaint) throw new Error(`no server answers like this: ${complaint}`);
  return answer;
};
