import { mostPhotoBytes, mostPhotos } from './photo.ts';

/** Address to which a browser posts the photos that another app shares with the installed app. */
export const sharePath = '/share-photos';

/**
 * Limits of the photos that wait for the home page. Without limits any site could fill the device,
 * because any site can send a form to the path. Photos that exceed the studio's own limits are
 * passed on up to these limits, because the studio then names each photo that it cannot use.
 */
export const shareLimits = { photos: 5 * mostPhotos, bytes: mostPhotos * mostPhotoBytes };

export type ShareLimits = typeof shareLimits;

/** Name of the form field that contains the photos. */
export const shareField = 'photos';

/**
 * Queries of the home page after a share, if the photos were stored and if they were not. Both make
 * the page start its charts immediately (src/boot/boot-settings.ts).
 */
export const sharedQuery = '?shared';
export const lostShareQuery = '?shared=failed';
