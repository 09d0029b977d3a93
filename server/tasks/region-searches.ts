import type { FoundRegion } from '../../machines/model/regions.ts';
import type { Engine } from '../engine/engine.port.ts';
import type { KnownPrincipal, Owner, Principal } from '../owners/principal.ts';
import { AppError } from '../platform/errors.ts';
import type { WithCopies } from '../platform/storage/local-copies.ts';
import { functionByCode } from '../uploads/upload-limits.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { refusalOf } from './engine-refusal.ts';

/**
 * Maximum number of searches per owner. It allows a second search, because the previous search may
 * still run when a visitor changes photos quickly.
 */
const maxOfOwner = 2;
const patienceMs = 45_000;

type SearchRequest = { code: string; fileKey: string; signal: AbortSignal };

export type RegionSearches = {
  /**
   * Finds the regions of an unused upload that the function can leave unchanged. Stores no data and
   * costs no credits.
   * @throws AppError unknown_function, invalid_options for a function without such an option,
   * upload_not_found, upload_used, too_many_tasks, unavailable, or the reason why the photo cannot
   * be used
   */
  find(principal: Principal, request: SearchRequest): Promise<FoundRegion[]>;
};

export function createRegionSearches(deps: {
  engine: Engine;
  uploads: Uploads;
  withCopies: WithCopies;
}): RegionSearches {
  const { engine, uploads, withCopies } = deps;
  /** owners of waiting or running searches, once per search */
  const underWay: string[] = [];

  function refuseTooMany(owner: Owner) {
    if (underWay.filter((id) => id === owner.id).length >= maxOfOwner) {
      throw new AppError(
        'too_many_tasks',
        `the limit of ${maxOfOwner} searches under way is reached`,
      );
    }
  }

  async function search(
    principal: KnownPrincipal,
    { code, fileKey, signal }: SearchRequest,
  ): Promise<FoundRegion[]> {
    const { owner, subnet } = principal;
    await uploads.verify(principal, fileKey, code);
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    try {
      return await withCopies([fileKey], ([inputPath = '']) =>
        engine.findRegions({
          code,
          inputPath,
          signal: bounded,
          from: { subnet, owner: owner.id },
        }),
      );
    } catch (error) {
      throw refusalOf(error);
    }
  }

  return {
    async find({ owner, subnet }, request) {
      const { options } = functionByCode(engine, request.code);
      if (!options.some(({ kind }) => kind === 'regions')) {
        throw new AppError('invalid_options', `${request.code} has no option for regions`);
      }
      if (!owner) throw new AppError('upload_not_found', 'there is no such upload');
      refuseTooMany(owner);
      underWay.push(owner.id);
      try {
        return await search({ owner, subnet }, request);
      } finally {
        underWay.splice(underWay.indexOf(owner.id), 1);
      }
    },
  };
}
