/**
 * The only answers that tests give instead of the server. A healthy server cannot give them.
 * `server-faults.test.ts` compares each with the contract.
 */
export const serverFaults = {
  /** the connection breaks before the request has arrived */
  broken: null,
  /** the answer of a proxy in front of the server; its status causes no retry (R32) */
  proxy: { status: 501, headers: { 'content-type': 'text/html' }, body: '' },
} as const;

export type ServerFault = keyof typeof serverFaults;
