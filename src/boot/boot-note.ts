export const bootNote = () => document.getElementById('bootNote');

/** Shows the note that the page could not be loaded completely and that loading is tried again. */
export const showBootNote = () => bootNote()?.removeAttribute('hidden');
