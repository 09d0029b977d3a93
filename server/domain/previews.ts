import type { OptionValues } from '../../machines/model/functions.ts';
import { type Engine, EngineError, type PreviewPicture } from '../engine/engine.port.ts';
import { AppError } from '../errors.ts';
import { functionByCode, optionsOf } from './catalogue.ts';
import type { Principal } from './principal.ts';

/** Whoever has waited this long for a first look has looked away. */
const patienceMs = 12_000;

type PreviewOrder = { code: string; options: OptionValues; image: string; signal: AbortSignal };

export type Previews = {
  /**
   * What the function makes of a small picture. Stores nothing and costs nothing. Another one of the
   * same owner ends the one before.
   * @throws AppError unknown_function, no_preview, invalid_options, rate_limited, unavailable, or why
   * the picture cannot be used
   */
  make(principal: Principal, order: PreviewOrder): Promise<PreviewPicture>;
};

export function createPreviews({ engine }: { engine: Engine }): Previews {
  /** by owner: how to end the one under way */
  const underWay = new Map<string, AbortController>();

  /** Takes the place of the owner's one before; of a visitor without rows nothing is known. */
  function replace(owner: string | undefined): { replaced: AbortController; leave: () => void } {
    const replaced = new AbortController();
    if (owner === undefined) return { replaced, leave: () => {} };
    underWay.get(owner)?.abort();
    underWay.set(owner, replaced);
    return {
      replaced,
      leave() {
        if (underWay.get(owner) === replaced) underWay.delete(owner);
      },
    };
  }

  return {
    async make({ owner, network }, { code, options: given, image, signal }) {
      const manifest = functionByCode(engine, code);
      if (!manifest.preview) throw new AppError('no_preview', `${code} has no preview`);
      const options = optionsOf(manifest, given);
      const { replaced, leave } = replace(owner?.id);
      const signals = [signal, replaced.signal, AbortSignal.timeout(patienceMs)];
      try {
        return await engine.preview({
          ...{ code, options, image, signal: AbortSignal.any(signals) },
          from: { network, owner: owner?.id ?? '' },
        });
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        if (error.code !== 'cancelled') {
          throw new AppError(error.code, error.message, { cause: error });
        }
        const reason = replaced.signal.aborted ? 'rate_limited' : 'unavailable';
        throw new AppError(reason, 'another preview took its place, or it took too long');
      } finally {
        leave();
      }
    },
  };
}
