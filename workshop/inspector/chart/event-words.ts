/** The label of an event. xstate's own events get plain words. */
export function eventWords(type: string): string {
  if (type === '') return 'always';
  const [, kind, rest] =
    /^xstate\.(after|done\.actor|error\.actor|done\.state|snapshot)\.(.+)$/.exec(type) ?? [];
  if (!kind || !rest) return type.replace(/^xstate\./, '');
  if (kind === 'after') return `after ${rest.split('.')[0]}`;
  if (kind === 'done.actor') return `${rest} ✓`;
  if (kind === 'error.actor') return `${rest} ✗`;
  if (kind === 'snapshot') return `${rest} moved`;
  return 'all done';
}

/** True for events that xstate creates, which cannot be sent by hand. */
export const isOwnEvent = (type: string) => type === '' || type.startsWith('xstate.');
