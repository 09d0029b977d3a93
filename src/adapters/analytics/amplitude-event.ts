type Event = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Removes query and fragment from addresses of this site, because they may contain signed links and
 * record ids. Campaign parameters are sent in other properties of the event.
 */
const withoutQuery = (value: unknown, origin: string): unknown =>
  typeof value === 'string' && value.startsWith(origin) ? value.replace(/[?#].*$/s, '') : value;

/**
 * Returns the event in the collector's format, without the fields that the SDK adds for its
 * plugins.
 */
export function amplitudeEvent({ extra: _, ...event }: Event, origin: string): Event {
  const { event_properties: properties } = event;
  if (!isPlain(properties)) return event;
  const clean = Object.entries(properties).map(([name, value]) => [
    name,
    withoutQuery(value, origin),
  ]);
  return { ...event, event_properties: Object.fromEntries(clean) };
}
