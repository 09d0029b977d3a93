import type { Locator, Page } from '@playwright/test';
import { press, untilShown, words } from './scene.ts';

/* Visitors answer a question by its buttons. Escape refuses. */

const byButton = 'by its button';
export const byEscape = 'by Escape';

/** Returns two samples of a refusal: one by the button and one by Escape. */
export const eachWay = <Sample>(says: string, sample: Sample): Record<string, Sample> =>
  Object.fromEntries(
    [byButton, byEscape].map((way) => [says === '' ? way : `${says}, ${way}`, sample]),
  );

/** Returns a sample of a refusal by Escape, for a dialog without a refusal button. */
export const onlyEscape = <Sample>(says: string, sample: Sample): Record<string, Sample> => ({
  [says === '' ? byEscape : `${says}, ${byEscape}`]: sample,
});

export const isByEscape = (says: string): boolean => says.includes(byEscape);

/** Returns a button of the dialog itself. A toast inside the dialog also has a button. */
export const dialogButton = (page: Page, name: string): Locator =>
  page.getByRole('dialog').locator('.dialog-actions').getByRole('button', { name, exact: true });

type Confirm = 'dialog.deleteRecord.confirm' | 'dialog.close';

export const confirmDialog = (page: Page, confirm: Confirm): Promise<void> =>
  press(page, dialogButton(page, words(confirm)));

/** Cancels the dialog in the way that the step's label names. */
export const cancelDialog = async (page: Page, says: string): Promise<void> => {
  await untilShown(page, page.getByRole('dialog').locator('.dialog-actions'));
  if (isByEscape(says)) await page.keyboard.press('Escape');
  else await press(page, dialogButton(page, words('dialog.cancel')));
};

type Answers = Readonly<Record<string, unknown>> | ((context: never) => unknown) | undefined;

/** Returns the answers of a descriptor, with both ways to refuse. */
export const answersIn =
  (answers: Answers) =>
  (context: unknown): Record<string, unknown> => {
    const { yes, no } = (answers as (of: unknown) => { yes: unknown; no: unknown })(context);
    return { yes, ...eachWay('no', no) };
  };
