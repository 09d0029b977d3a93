import type { Kept } from './messages.ts';

type KeptTask = Kept['tasks'][number];
type KeptLine = Kept['lines'][number];

const succeeded = 2;
const given = ['grant', 'purchase', 'renewal'];
const sum = (lines: KeptLine[]) => lines.reduce((total, { amount }) => total + amount, 0);

/** Each source of a task is charged once if the task has a result, and refunded otherwise. */
export function chargedWrongly(task: KeptTask, lines: KeptLine[]): string[] {
  const reserved = lines.filter(({ kind }) => kind === 'reserve');
  const end = task.status === succeeded ? 'commit' : 'release';
  const wrong = [...Map.groupBy(lines, ({ source }) => source)].filter(([, ofSource]) => {
    const kinds = ofSource.map(({ kind }) => kind).sort();
    const price = sum(ofSource.filter(({ kind }) => kind === 'reserve'));
    const left = task.status === succeeded ? price : 0;
    return String(kinds) !== String([end, 'reserve'].sort()) || sum(ofSource) !== left;
  });
  const price = -sum(reserved) === task.credits ? [] : [`${task.id}: reserved ${sum(reserved)}`];
  return [
    ...price,
    ...wrong.map(
      ([source, ofSource]) =>
        `${task.id}: status ${task.status} with lines ${ofSource.map(({ kind, amount }) => `${kind} ${amount}`)} of ${source}`,
    ),
  ];
}

/** A lot was granted once and its balance is never negative; an account gets one welcome. */
export function wrongLots({ lots, lines }: Kept): string[] {
  const bySource = Map.groupBy(lines, ({ source }) => source);
  const welcomes = Map.groupBy(
    lots.filter(({ source }) => source === 'welcome'),
    ({ ownerId }) => ownerId,
  );
  return [
    ...lots.flatMap(({ id }) => {
      const ofLot = bySource.get(id) ?? [];
      const grants = ofLot.filter(({ kind }) => given.includes(kind));
      return [
        ...(grants.length === 1 ? [] : [`${id}: a lot with ${grants.length} grants`]),
        ...(sum(ofLot) >= 0 ? [] : [`${id}: a lot with the balance ${sum(ofLot)}`]),
      ];
    }),
    ...[...welcomes].flatMap(([ownerId, ofOwner]) =>
      ofOwner.length === 1 ? [] : [`${ownerId}: welcomed ${ofOwner.length} times`],
    ),
  ];
}
