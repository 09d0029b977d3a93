import type { Form, FormEvent } from '../model/form.ts';
import type { UserInfo } from '../model/user.ts';
import type { ContactDraft } from '../ports/contact.port.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type ContactField = 'address' | 'name' | 'message';

export type ContactInput = {
  /** a user's id, empty for a guest; null while nobody knows */
  visitor: string | null;
};

export type ContactContext = ContactInput & {
  form: Form<ContactField>;
  /** of the message as it stands, also after a reload; another one after a change. Null until it is sent */
  key: string | null;
  /** a user's, until it is known whether that user is here */
  draft: ContactDraft | null;
  /** why it was not sent, where no field is to blame */
  failure: PortFailure | null;
};

export type ContactEvent =
  | FormEvent<ContactField>
  | { type: 'user.changed'; user: UserInfo | null }
  | { type: 'form.submitted' }
  /** after one was sent */
  | { type: 'another.pressed' };

declare module '../charts.ts' {
  interface ChartEvents {
    contact: ContactEvent;
  }
}
