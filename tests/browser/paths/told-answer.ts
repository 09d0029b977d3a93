import type { Told } from './forward.ts';

/** The code of an answer: '1' for a success, of an envelope or of the storage. */
export const codeOf = ({ status, body }: Told): string => {
  try {
    return String(JSON.parse(body).success);
  } catch {
    return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? (status < 300 ? '1' : `HTTP ${status}`);
  }
};

/** The state of the record in an answer, or undefined without one. */
export const statusIn = ({ body }: Told): number | undefined => {
  try {
    return JSON.parse(body).obj?.dealStatus;
  } catch {
    return undefined;
  }
};
