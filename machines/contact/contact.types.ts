import type { FormContext } from '../form/form.states.ts';
import type { FormEvent } from '../model/form.ts';
import type { UserInfo } from '../model/user.ts';
import type { ContactDraft } from '../ports/contact.port.ts';

export type ContactField = 'address' | 'name' | 'message';

export type ContactInput = {
  /** a user's id, empty for a guest, or null until known */
  visitor: string | null;
};

export type ContactContext = ContactInput &
  FormContext<ContactField> & {
    /**
     * idempotency key of the message in its current form, also after a reload. A change of the message needs
     * a new one. Null until it is sent
     */
    key: string | null;
    /** draft of a user, until it is known whether that user is the visitor */
    draft: ContactDraft | null;
  };

export type ContactEvent =
  | FormEvent<ContactField>
  | { type: 'user.changed'; user: UserInfo | null }
  /** after a message was sent */
  | { type: 'another.pressed' };

declare module '../charts.ts' {
  interface ChartEvents {
    contact: ContactEvent;
  }
}
