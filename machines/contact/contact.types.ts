import type { FormContext } from '../form/form.states.ts';
import type { FormEvent } from '../model/form.ts';
import type { UserInfo } from '../model/user.ts';
import type { ContactDraft } from '../ports/contact.port.ts';

export type ContactField = 'address' | 'name' | 'message';

export type ContactInput = {
  /** a user's id, empty for a guest, null until the visitor is known */
  visitor: string | null;
};

export type ContactContext = ContactInput &
  FormContext<ContactField> & {
    /**
     * The idempotency key of the message as it is typed now. The key survives a reload. A change of
     * the message clears the key. Null until the message is sent for the first time.
     */
    key: string | null;
    /** a user's draft, stored here until it is known whether this user is signed in */
    draft: ContactDraft | null;
  };

export type ContactEvent =
  | FormEvent<ContactField>
  | { type: 'user.changed'; user: UserInfo | null }
  /** starts a new message after a message was sent */
  | { type: 'another.pressed' };

declare module '../charts.ts' {
  interface ChartEvents {
    contact: ContactEvent;
  }
}
