import type english from '../../locales/en/messages.json';

/** The id of a message: a key of `locales/en/messages.json`. A wrong id does not compile. */
export type MessageId = keyof typeof english;
