import { expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { isDocumented } from '../../workshop/fuzz/verdict.ts';
import { serverFaults } from '../browser/server-faults.ts';

const answers = Object.entries(serverFaults).flatMap(([name, answer]) =>
  answer === null ? [] : [{ name, answer }],
);

it.each(answers)('no call of the server can answer as the fault “$name”', ({ answer }) => {
  const documented = Object.entries(calls).filter(([call, { method }]) =>
    isDocumented(answer, { call: call as keyof typeof calls, method }),
  );
  expect(documented).toEqual([]);
});
