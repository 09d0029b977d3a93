export const bootNote = () => document.getElementById('bootNote');

/** Shows the note that the page could not load completely and is trying again. */
export const showBootNote = () => bootNote()?.removeAttribute('hidden');
