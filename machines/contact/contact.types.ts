import type { FormContext } from '../form/form.states.ts';
import type { FormEvent } from '../model/form.ts';
import type { UserInfo } from '../model/user.ts';
import type { ContactDraft } from '../ports/contact.port.ts';

export type ContactField = 'address' | 'name' | 'message';

export type ContactInput = {
  /** a user's id, empty for a guest, null until known */
  visitor: string | null;
};

export type ContactContext = ContactInput &
  FormContext<ContactField> & {
    /**
     * The idempotency key of the message in its current form; it survives a reload. A change of the
     * message clears it. Null until the message is sent.
     */
    key: string | null;
    /** a user's draft, kept until the visitor is known */
    draft: ContactDraft | null;
  };

export type ContactEvent =
  | FormEvent<ContactField>
  | { type: 'user.changed'; user: UserInfo | null }
  /** starts another message after a sent one */
  | { type: 'another.pressed' };

declare module '../charts.ts' {
  interface ChartEvents {
    contact: ContactEvent;
  }
}
