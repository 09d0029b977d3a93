import type { PhotoSurvey } from '../../contract/ai-function.ts';
import type { OptionValues } from '../../machines/model/functions.ts';
import { picturesIn } from '../../machines/model/own-value.ts';
import type { Engine } from '../engine/engine.port.ts';
import type { PreviewPicture } from '../engine/engine-preview.ts';
import type { Principal } from '../owners/principal.ts';
import { AppError } from '../platform/errors.ts';
import { functionByCode } from '../uploads/upload-limits.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { optionsOf } from './catalogue.ts';
import { refusalOf } from './engine-refusal.ts';

/** Maximum waiting time. A visitor who waited this long for a preview no longer needs it. */
const patienceMs = 12_000;

type PreviewOrder = {
  code: string;
  options: OptionValues;
  image: string;
  survey?: PhotoSurvey | undefined;
  signal: AbortSignal;
  /** called when the preview leaves the queue and starts to use the processor */
  onBegin(): void;
};

export type Previews = {
  /**
   * Runs the function on a small picture. Stores no data and costs no credits.
   * @throws AppError unknown_function, no_preview, invalid_options, picture_not_found, unavailable, or the reason why
   * the picture cannot be used
   */
  make(principal: Principal, order: PreviewOrder): Promise<PreviewPicture>;
};

export function createPreviews({
  engine,
  uploads,
}: {
  engine: Engine;
  uploads: Pick<Uploads, 'withPictures'>;
}): Previews {
  return {
    async make({ owner, subnet }, { code, options: given, image, survey, signal, onBegin }) {
      const manifest = functionByCode(engine, code);
      if (!manifest.preview) throw new AppError('no_preview', `${code} has no preview`);
      const options = optionsOf(manifest, given);
      const make = (pictures: Record<string, string>) =>
        engine.preview({
          code,
          options,
          pictures,
          image,
          survey,
          onBegin,
          signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
          from: { subnet, owner: owner?.id ?? '', isMember: owner?.kind === 'user' },
        });
      try {
        return await uploads.withPictures(owner, picturesIn(manifest, options), make);
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}
