import type { PhotoCut } from '../../../machines/model/photo.ts';
import type { PhotoPort } from '../../../machines/ports/photo.port.ts';
import type { CancelSignal } from '../../../machines/ports/port.ts';
import { PortError } from '../../../machines/ports/port-failure.ts';
import type { Cut, CutRequest } from './cut-photo.ts';

export type CutPhoto = (request: CutRequest, signal: CancelSignal) => Promise<Cut>;

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The cut could not be read.'));
    reader.readAsDataURL(blob);
  });
}

export function createCutting(cut: CutPhoto): PhotoPort['cutPhoto'] {
  return async ({ photo, preview, width, height }, signal): Promise<PhotoCut> => {
    try {
      const file = photo.file as unknown as Blob;
      const { blob, ...size } = await cut({ file, ...preview, width, height }, signal);
      const url = await dataUrlOf(blob);
      return { url, image: url.slice(url.indexOf(',') + 1), ...size };
    } catch (cause) {
      if (cause instanceof PortError) throw cause;
      const msg = 'This browser could not cut the photo';
      throw new PortError({ reason: 'unsupported', msg, call: 'cutPhoto' }, { cause });
    }
  };
}
