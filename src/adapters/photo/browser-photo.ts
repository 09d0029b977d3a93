import type { PhotoPort } from '../../../machines/ports/photo.port.ts';
import { browserPhotoWorld, cropInBrowser, shrinkInBrowser } from './browser-photo-world.ts';
import { createCropping } from './create-cropping.ts';
import { findTwin } from './find-twin.ts';
import { createPhotoInspection } from './inspect-photo.ts';
import { createPhotoPreparation } from './prepare-photo.ts';

export function createBrowserPhoto(): PhotoPort {
  return {
    inspectPhoto: createPhotoInspection(browserPhotoWorld),
    findTwin,
    preparePhoto: createPhotoPreparation(shrinkInBrowser),
    cropPhoto: createCropping(cropInBrowser),
  };
}
