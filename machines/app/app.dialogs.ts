import type { DialogRequested } from '../dialogs/dialogs.types.ts';

/** Asks whether the visitor wants to buy credits. A confirmation opens the purchase. */
export const creditsNotEnough: DialogRequested = {
  type: 'dialog.requested',
  dialog: {
    id: 'creditsNotEnough',
    name: 'creditsNotEnough',
    requester: 'purchase',
    kind: 'messageBox',
    input: {
      mode: 'confirm',
      title: { id: 'dialog.creditsNotEnough.title' },
      message: { id: 'dialog.creditsNotEnough.message' },
      confirm: { id: 'purchase.get' },
    },
  },
};
