type Event = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Addresses of this site carry signed links and record ids behind the path; campaigns are told apart. */
const withoutQuery = (value: unknown, origin: string): unknown =>
  typeof value === 'string' && value.startsWith(origin) ? value.replace(/[?#].*$/s, '') : value;

/** An event as the collector gets it: without what the SDK keeps for its own plugins. */
export function amplitudeEvent({ extra: _, ...event }: Event, origin: string): Event {
  const { event_properties: properties } = event;
  if (!isPlain(properties)) return event;
  const clean = Object.entries(properties).map(([name, value]) => [
    name,
    withoutQuery(value, origin),
  ]);
  return { ...event, event_properties: Object.fromEntries(clean) };
}
