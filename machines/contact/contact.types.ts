import type { Form, FormEvent } from '../model/form.ts';
import type { PortFailure } from '../ports/port-failure.ts';

export type ContactField = 'address' | 'name' | 'message';

export type ContactContext = {
  form: Form<ContactField>;
  /** of the message as it stands; another one after a change. Null until it is sent */
  key: string | null;
  /** why it was not sent, where no field is to blame */
  failure: PortFailure | null;
};

export type ContactEvent =
  | FormEvent<ContactField>
  | { type: 'form.submitted' }
  /** after one was sent */
  | { type: 'another.pressed' };

declare module '../charts.ts' {
  interface ChartEvents {
    contact: ContactEvent;
  }
}
