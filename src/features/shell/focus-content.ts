/** A button that goes away with what it was pressed for must not take the focus with it. */
export const focusContent = () => {
  document.getElementById('content')?.focus({ preventScroll: true });
};
