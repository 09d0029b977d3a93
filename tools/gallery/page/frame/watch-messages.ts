import type { Messages } from '../../../../machines/model/message.ts';

export type WatchedMessages = {
  messages: Messages;
  /** ids that were asked for, and those of them that do not exist */
  used: ReadonlySet<string>;
  missing: ReadonlySet<string>;
};

/** Messages that write down which of them are put into words. */
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
    // react-intl asks first whether there is such a message
    getOwnPropertyDescriptor: (target, id) => {
      note(id);
      return Reflect.getOwnPropertyDescriptor(target, id);
    },
  });
  return { messages: watched, used, missing };
}
