import type { MessageRef } from './message.ts';

/** R15. Kinds without a body of their own yet carry only their kind. */
type PlainKind =
  | 'signIn'
  | 'emailSignIn'
  | 'payment'
  | 'package'
  | 'orderCompleteCheck'
  | 'order'
  | 'creditsNotEnough'
  | 'dayOrderCompleteCheck';

export type DialogContent =
  | { kind: PlainKind }
  | {
      kind: 'messageBox';
      /** a notice has one button, a confirmation two */
      mode: 'notice' | 'confirm';
      title: MessageRef;
      message: MessageRef;
    };

export type DialogRequester = 'records' | 'result';

export type DialogRequest = {
  /** names this request in the answer; while it is open or waits, another with its id is ignored */
  id: string;
  /** systemId of the chart that gets `dialog.answered`; null when nobody waits for it */
  requester: DialogRequester | null;
  content: DialogContent;
};

export type DialogAnswered = {
  type: 'dialog.answered';
  id: string;
  answer: 'confirmed' | 'cancelled';
};
