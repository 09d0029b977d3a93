/** Address to which a browser posts the photos that another app shares with the installed app. */
export const sharePath = '/share-photos';

/** Name of the form field that contains the photos. */
export const shareField = 'photos';

/**
 * Queries of the home page after a share, if the photos were stored and if they were not. Both make
 * the page start its charts immediately (src/boot/boot-settings.ts).
 */
export const sharedQuery = '?shared';
export const lostShareQuery = '?shared=failed';
