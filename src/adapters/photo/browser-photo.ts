import type { PhotoPort } from '../../../machines/ports/photo.port.ts';
import { browserPhotoWorld, cutInBrowser, shrinkInBrowser } from './browser-photo-world.ts';
import { createCutting } from './create-cutting.ts';
import { createPhotoInspection } from './inspect-photo.ts';
import { createPhotoPreparation } from './prepare-photo.ts';

export function createBrowserPhoto(): PhotoPort {
  return {
    inspectPhoto: createPhotoInspection(browserPhotoWorld),
    preparePhoto: createPhotoPreparation(shrinkInBrowser),
    cutPhoto: createCutting(cutInBrowser),
  };
}
