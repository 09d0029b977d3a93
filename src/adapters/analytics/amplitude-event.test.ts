import { expect, it } from 'vitest';
import { amplitudeEvent } from './amplitude-event.ts';

it('sends addresses of this site without query and fragment', () => {
  const origin = 'https://lightwell.example';
  const event = amplitudeEvent(
    {
      event_type: '[Amplitude] Page Viewed',
      extra: { plugin: 1 },
      event_properties: {
        '[Amplitude] Page Location': `${origin}/unsubscribe?signature=1#x`,
        referrer: 'https://search.example/?q=1',
        price: 3,
      },
    },
    origin,
  );
  expect(event).toEqual({
    event_type: '[Amplitude] Page Viewed',
    event_properties: {
      '[Amplitude] Page Location': `${origin}/unsubscribe`,
      referrer: 'https://search.example/?q=1',
      price: 3,
    },
  });
});
