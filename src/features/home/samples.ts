import type { MessageId } from '../../i18n/message-id.ts';

/** Photographs in public/samples. Their licences require no permission for this use. */
export const samples: readonly { file: string; name: MessageId }[] = [
  { file: 'chelsea.webp', name: 'sample.chelsea' },
  { file: 'coffee.webp', name: 'sample.coffee' },
  { file: 'astronaut.webp', name: 'sample.astronaut' },
  { file: 'rocket.webp', name: 'sample.rocket' },
];

export const sampleUrl = (file: string) => `/samples/${file}`;
export const sampleThumbnailUrl = (file: string) => `/samples/${file.replace('.', '-thumb.')}`;
