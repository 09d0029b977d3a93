import type { Messages } from '../../../../machines/model/message.ts';

export type WatchedMessages = {
  messages: Messages;
  /** ids that were looked up, including missing ones */
  used: ReadonlySet<string>;
  missing: ReadonlySet<string>;
};

/** Records which messages are looked up. */
export function watchMessages(messages: Messages): WatchedMessages {
  const used = new Set<string>();
  const missing = new Set<string>();
  const note = (id: string | symbol) => {
    if (typeof id !== 'string') return;
    if (Object.hasOwn(messages, id)) used.add(id);
    else missing.add(id);
  };
  const watched = new Proxy(messages, {
    get: (target, id) => {
      note(id);
      return Reflect.get(target, id);
    },
    // react-intl checks first whether a message exists
    getOwnPropertyDescriptor: (target, id) => {
      note(id);
      return Reflect.getOwnPropertyDescriptor(target, id);
    },
  });
  return { messages: watched, used, missing };
}
