import type { Told } from './forward.ts';

/** Returns the code of an answer by a call or the storage; '1' for a success. */
export const codeOf = ({ status, body }: Told): string => {
  try {
    return String(JSON.parse(body).success);
  } catch {
    return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? (status < 300 ? '1' : `HTTP ${status}`);
  }
};

/** Returns the status of the record in an answer; undefined if the answer has no record. */
export const statusIn = ({ body }: Told): number | undefined => {
  try {
    return JSON.parse(body).obj?.dealStatus;
  } catch {
    return undefined;
  }
};
