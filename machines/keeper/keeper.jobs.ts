import type { KeptPhoto } from '../model/kept-photo.ts';
import type { Job, KeeperContext } from './keeper.types.ts';

/**
 * Adds a job to the queue. The running job stays. Of the queued jobs for one photo, only the last
 * job stays.
 */
const withLast = ([first, ...waiting]: readonly Job[], job: Job): readonly Job[] =>
  first ? [first, ...waiting.filter(({ id }) => id !== job.id), job] : [job];

/**
 * Returns the jobs after a photo has changed. A photo that could not be saved is not saved again at
 * every change of an option.
 */
export const afterHold = ({ jobs, unkept }: KeeperContext, photo: KeptPhoto): readonly Job[] =>
  unkept.includes(photo.id) ? jobs : withLast(jobs, { kind: 'keep', id: photo.id, photo });

export const afterRelease = ({ jobs, unkept }: KeeperContext, id: string): KeeperContext => ({
  jobs: withLast(jobs, { kind: 'forget', id }),
  unkept: unkept.filter((one) => one !== id),
});

/** Removes the failed job. A photo that was released in the meantime does not count as lost. */
export const afterFailure = ({ jobs, unkept }: KeeperContext): KeeperContext => {
  const [failed, ...others] = jobs;
  const isMissed =
    failed?.kind === 'keep' &&
    !others.some(({ kind, id }) => kind === 'forget' && id === failed.id);
  return {
    jobs: isMissed ? others.filter(({ id }) => id !== failed.id) : others,
    unkept: isMissed ? [...unkept, failed.id] : unkept,
  };
};

export const photoToKeep = ({ jobs: [job] }: KeeperContext): KeptPhoto | null =>
  job?.kind === 'keep' ? job.photo : null;

export const photoToForget = ({ jobs: [job] }: KeeperContext): { id: string } | null =>
  job?.kind === 'forget' ? { id: job.id } : null;
