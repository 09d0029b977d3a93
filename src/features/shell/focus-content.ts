/** For a button that disappears when pressed: the focus must not be lost with it. */
export const focusContent = () => {
  document.getElementById('content')?.focus({ preventScroll: true });
};
