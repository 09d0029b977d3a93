import type { OptionValues } from '../../machines/model/functions.ts';
import type { Engine, PreviewPicture } from '../engine/engine.port.ts';
import { AppError } from '../errors.ts';
import { functionByCode, optionsOf } from './catalogue.ts';
import { refusalOf } from './engine-refusal.ts';
import type { Principal } from './principal.ts';

/** Whoever has waited this long for a first look has looked away. */
const patienceMs = 12_000;

type PreviewOrder = {
  code: string;
  options: OptionValues;
  image: string;
  signal: AbortSignal;
  /** it has had its turn and costs the processor something from now on */
  onBegin(): void;
};

export type Previews = {
  /**
   * What the function makes of a small picture. Stores nothing and costs nothing.
   * @throws AppError unknown_function, no_preview, invalid_options, unavailable, or why the picture
   * cannot be used
   */
  make(principal: Principal, order: PreviewOrder): Promise<PreviewPicture>;
};

export function createPreviews({ engine }: { engine: Engine }): Previews {
  return {
    async make({ owner, network }, { code, options: given, image, signal, onBegin }) {
      const manifest = functionByCode(engine, code);
      if (!manifest.preview) throw new AppError('no_preview', `${code} has no preview`);
      const options = optionsOf(manifest, given);
      try {
        return await engine.preview({
          code,
          options,
          image,
          onBegin,
          signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
          from: { network, owner: owner?.id ?? '', isMember: owner?.kind === 'user' },
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}
