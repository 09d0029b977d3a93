/** Unguessable: what this device keeps of a photo stands under it. */
export const photoId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
