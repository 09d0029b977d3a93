import type { PhotoPiece } from '../../../machines/model/photo.ts';
import type { PhotoPort } from '../../../machines/ports/photo.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { CropRequest, Piece } from './crop-photo.ts';

export type CropPhoto = (request: CropRequest, signal: CancelSignal) => Promise<Piece>;

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The cropped picture could not be read.'));
    reader.readAsDataURL(blob);
  });
}

/** Returns the base64 text of a data URL. */
const textOf = (url: string) => url.slice(url.indexOf(',') + 1);

export function createCropping(cut: CropPhoto): PhotoPort['cropPhoto'] {
  return async ({ photo, preview, width, height, place }, signal): Promise<PhotoPiece> => {
    try {
      const file = photo.file as unknown as Blob;
      const { blob, survey, ...size } = await cut(
        { id: photo.id, file, ...preview, width, height, place },
        signal,
      );
      const url = await dataUrlOf(blob);
      const piece = { url, image: textOf(url), ...size };
      if (!survey) return piece;
      const overview = textOf(await dataUrlOf(survey.overview));
      const tiles = textOf(await dataUrlOf(survey.tiles));
      const { jpegQuality } = survey;
      return { ...piece, survey: { width, height, overview, tiles, jpegQuality } };
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      const msg = 'This browser could not cut the photo';
      throw new PortError({ reason: 'unsupported', msg, call: 'cropPhoto' }, { cause });
    }
  };
}
