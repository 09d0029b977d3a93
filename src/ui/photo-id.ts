/** Returns an unguessable id, under which this device stores the data of a photo. */
export const photoId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
