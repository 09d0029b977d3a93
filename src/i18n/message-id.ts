import type english from '../../locales/en/messages.json';

/** A key of `locales/en/messages.json`, so that a wrong id does not compile. */
export type MessageId = keyof typeof english;
