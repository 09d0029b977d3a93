import type { Told } from './forward.ts';
import type { Answer, Call } from './scripted-answer.ts';

const codeOf = ({ status, body }: Told): string => {
  try {
    return String(JSON.parse(body).success);
  } catch {
    return /<Code>(\w+)<\/Code>/.exec(body)?.[1] ?? (status < 300 ? '1' : `HTTP ${status}`);
  }
};

/** How the real server's answer differs in kind from what a walk has planned. */
export const otherwise = (call: Call, planned: Answer, told: Told): string | undefined => {
  if (planned === 'broken' || 'status' in planned) {
    return `${call}: a healthy server does not answer as planned here`;
  }
  const wanted = 'code' in planned ? planned.code : '1';
  const code = codeOf(told);
  return code === wanted ? undefined : `${call}: the server said ${code}, not ${wanted}`;
};

/** The state of the record in an answer; undefined without one. */
export const statusIn = ({ body }: Told): number | undefined => {
  try {
    return JSON.parse(body).obj?.dealStatus;
  } catch {
    return undefined;
  }
};
