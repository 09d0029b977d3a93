export const bootNote = () => document.getElementById('bootNote');

/** Shows that the page could not load completely and is trying again. */
export const showBootNote = () => bootNote()?.removeAttribute('hidden');
