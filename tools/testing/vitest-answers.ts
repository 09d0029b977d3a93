import { relative } from 'node:path';
import { root } from '../build/fingerprint.ts';
import type { RanTest } from '../checks/requirement-proofs.ts';
import { isRepeated, readReport, statusOf, type VitestReport } from './test-reports.ts';

/** What a run of Vitest says of one of its tests. */
export type Answer = {
  /** from the root of the repository */
  file: string;
  /** with the names of the blocks around it */
  fullName: string;
  tags: readonly string[];
  /** repeated: it passed only when it was repeated */
  answer: RanTest['status'] | 'repeated';
};

/**
 * @param leftOutTags tags whose tests the run left out
 * @returns undefined when Vitest died before it wrote its report
 */
export const readAnswers = (
  file: string,
  leftOutTags: readonly string[] = [],
): Answer[] | undefined =>
  readReport<VitestReport>(file)?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({
      file: relative(root, name),
      fullName: test.fullName,
      tags: test.tags ?? [],
      answer: isRepeated(test) ? ('repeated' as const) : statusOf(test, leftOutTags),
    })),
  );
