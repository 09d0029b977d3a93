import { judgeCredits } from '../harness/judge-credits.ts';
import type { Kept } from '../harness/messages.ts';
import { doubledMails, type Letter, lostMails } from './letters.ts';
import type { Errand } from './visitor.ts';

/** Violations as sentences; empty if everything is correct. */
export type Verdict = { lost: string[]; doubled: string[]; orphans: string[] };

type KeptTask = Kept['tasks'][number];

const running = 1;
const succeeded = 2;
const cancelled = 5;

function lostOf(errand: Errand, kept: Kept, byKey: Map<string, KeptTask[]>): string[] {
  const name = errand.id ?? errand.fileKey ?? errand.idempotencyKey;
  const task = byKey.get(errand.idempotencyKey)?.[0];
  const isUploadThere = kept.uploads.some(({ key }) => key === errand.fileKey);
  if (errand.swept === 'months') return [];
  const checks: [boolean, string][] = [
    [Boolean(errand.id) && task?.id !== errand.id, 'an acknowledged start has no record'],
    [
      Boolean(errand.isStored) && !errand.deletion && !errand.swept && !isUploadThere,
      'an upload has no row',
    ],
    [Boolean(errand.isCancelled) && task?.status !== cancelled, 'a cancelled task continues'],
    [Boolean(errand.isDone) && task?.status !== succeeded, 'a result that was shown is missing'],
    [errand.deletion === 'acknowledged' && !task?.deletedAt, 'a deleted record is back'],
  ];
  return checks.filter(([isWrong]) => isWrong).map(([, sentence]) => `${name}: ${sentence}`);
}

function orphansOf({ tasks, uploads, files, temporary, halfOwners }: Kept): string[] {
  const wanted = new Set([
    ...uploads.filter(({ state }) => state === 'stored' || state === 'used').map(({ key }) => key),
    ...tasks.flatMap(({ results }) => results),
  ]);
  return [
    ...files.filter((file) => !wanted.has(file)).map((file) => `${file}: a file without a row`),
    ...uploads
      .filter(({ state }) => state !== 'stored' && state !== 'used')
      .map(({ key, state }) => `${key}: an upload that stays ${state}`),
    ...halfOwners.map((id) => `${id}: an owner without purse or guest`),
    ...[...wanted].filter((key) => !files.includes(key)).map((key) => `${key}: no file`),
    ...temporary.map((name) => `${name}: a temporary file is left`),
    ...tasks
      .filter((task) => task.deletedAt && !task.filesRemoved)
      .map(({ id }) => `${id}: deleted, but its files are not`),
  ];
}

/** Compares acknowledgements with the stored state. No work may be in progress. */
export function judge(
  errands: readonly Errand[],
  kept: Kept,
  letters: readonly Letter[] = [],
): Verdict {
  const byKey = Map.groupBy(kept.tasks, (task) => task.idempotencyKey);
  const ids = new Set(kept.tasks.map(({ id }) => id));
  return {
    lost: [
      ...errands.flatMap((errand) => lostOf(errand, kept, byKey)),
      ...kept.tasks
        .filter(({ status }) => status <= running)
        .map(({ id, status }) => `${id}: never ends, status ${status}`),
      ...lostMails(letters, kept),
    ],
    doubled: [
      ...[...byKey.values()]
        .filter((same) => same.length > 1)
        .map(([task]) => `${task?.idempotencyKey}: one key, several tasks`),
      ...kept.lines
        // Ledger lines of a lot are part of a balance, so they stay when their task is deleted.
        .filter(({ taskId, lotId }) => lotId === null && !ids.has(taskId ?? ''))
        .map(({ taskId }) => `${taskId}: a ledger line without its task`),
      // The visitors of this harness buy nothing.
      ...judgeCredits({ ...kept, orders: [], refunds: [], closedPurses: [] }, false),
      ...doubledMails(letters, kept),
    ],
    orphans: orphansOf(kept),
  };
}
