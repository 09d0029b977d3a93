import {
  type CountedEvent,
  eventCatalogue,
} from '../../../src/adapters/analytics/event-catalogue.ts';

/* Generates docs/events.md from the browser's catalogue of events. */

type Entry = { name: string; says: string; parameters: Readonly<Record<string, string>> };

const entries = Object.entries(eventCatalogue) as [CountedEvent['type'], Entry][];

const parametersOf = ({ parameters }: Entry) =>
  Object.entries(parameters)
    .map(([name, says]) => `\`${name}\`: ${says}`)
    .join('<br>') || 'none';

const rows = () =>
  entries
    .map(([type, entry]) => ({ type, entry, name: entry.name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(
      ({ type, entry, name }) =>
        `| \`${name}\` | ${entry.says} | ${parametersOf(entry)} | \`${type}\` |`,
    );

const text = (table: string[]) => `# Product events

Made by \`npm run docs\` from \`src/adapters/analytics/event-catalogue.ts\`; \`npm run check\` fails when it is out of
date.

A chart that knows of something worth counting emits a fact; one adapter gives it the name by which services know
it. Parameters are codes and short words: never a photo, a file name, an address of mail, or what somebody typed.

| event | when | parameters | fact |
| --- | --- | --- | --- |
${table.join('\n')}

Every event has these, too (R54):

| parameter | what |
| --- | --- |
| \`url\` | the path of the page, without query and fragment |
| \`utm_source\`, \`channel\` | of the campaign that brought the visitor, as kept on the device (R14); empty without one |
| \`gaCid\` | the visitor's number in the cookie \`_ga\`, without its first two parts; empty without that cookie |
| \`shanghai_time\` | the time of day in Asia/Shanghai, \`hh:mm:ss\` |

## Who is told

Outside production nobody: events are printed to the browser's console with their parameters (R55). In production those
services that the operator has configured (\`.env.example\`) and the visitor has allowed at the moment of the event (R77,
[decision 0035](decisions/0035-consent-and-services.md)). What happens before somebody has allowed anything is told to nobody, also not afterwards.

| service | setting | purpose | what it is told |
| --- | --- | --- | --- |
| Amplitude | \`AMPLITUDE_KEY\` and those beside it | measurement | every event, by its name, through our own queue; the user's id before each of them (R57) |
| Google Analytics | \`GA_ID\` | measurement | every event, by its name; the user's number before each of them (R57) |
| Meta pixel | \`META_PIXEL_ID\` | advertising | \`page_view\` as PageView, \`sign_success\` as CompleteRegistration, \`click_pay\` as InitiateCheckout, \`price_paysuccessful\` as Purchase |
| our own server | | advertising | while the Meta pixel is there, the name of every event by \`POST /v1/event\` (R58) |
| TikTok pixel | \`TIKTOK_PIXEL_ID\` | advertising | \`page_view\` as a page, \`sign_success\` as CompleteRegistration, \`click_pay\` as PlaceAnOrder, \`price_paysuccessful\` as CompletePayment (R56) |

Session replay and error monitoring are not there. One of them would be one more \`Forwarder\`
(\`src/adapters/analytics/forwarder.ts\`) in the table of \`src/adapters/analytics/services.ts\`, with its hosts in
\`server/pages/tracker-hosts.ts\` and its words in the privacy policy.
`;

export const eventsPage = (): string => text(rows());
