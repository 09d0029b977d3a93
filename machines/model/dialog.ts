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

export type DialogRequest = {
  /** names this request in the answer; a second one with an id that waits is ignored */
  id: string;
  /** systemId of the chart that gets `dialog.answered`; null when nobody waits for it */
  requester: string | null;
  content: DialogContent;
};

export type DialogAnswer = 'confirmed' | 'cancelled';
