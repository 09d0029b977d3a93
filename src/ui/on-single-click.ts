import type { MouseEvent } from 'react';

/**
 * Returns a click handler that ignores the second click of a double click. Used for a button that
 * takes the place of another button when that button is pressed.
 */
export const onSingleClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act();
  };
