import type { MessageId } from '../../i18n/message-id.ts';

/** Photographs in public/samples. Their licences require no permission for this use. */
export const samples: readonly { file: string; name: MessageId }[] = [
  { file: 'chelsea.png', name: 'sample.chelsea' },
  { file: 'coffee.png', name: 'sample.coffee' },
  { file: 'astronaut.png', name: 'sample.astronaut' },
  { file: 'rocket.jpg', name: 'sample.rocket' },
];

export const sampleUrl = (file: string) => `/samples/${file}`;
export const sampleThumbnailUrl = (file: string) => `/samples/${file.split('.')[0]}-thumb.webp`;
