import type { AnyEventObject } from 'xstate';
import { messageOf } from '../moment.ts';
import type { Taken } from './observed.ts';
import { fieldsText, isFields, json, type Sample, valuesText } from './values.ts';

/*
 * Describes the effects of a transition from all occasions on which it was taken. The entered
 * states are not included.
 */

type Fields = Record<string, unknown>;

const sourcesOf = ({ context, event, after }: Taken): Sample['sources'] => {
  const { type: _, ...rest } = event;
  return { event: rest, '': after.context, before: context };
};

/** The sources of a new value: the context before the assignment, and the event. */
const sourcesBefore = ({ context, event }: Taken): Sample['sources'] => {
  const { type: _, ...rest } = event;
  return { event: rest, '': context };
};

/** A context field or a part of it, such as `runs` or `runs.0.view`. */
type Field = { path: string; one: Taken; was: unknown; is: unknown };

const isSame = ({ was, is }: Field): boolean => Object.is(was, is) || json(was) === json(is);

const growth = (fields: readonly Field[]): string => {
  if (!fields.every(({ was, is }) => typeof was === 'number' && typeof is === 'number')) return '';
  const [step, ...others] = new Set(fields.map(({ was, is }) => Number(is) - Number(was)));
  const areEqual = new Set(fields.map(({ is }) => is)).size === 1;
  if (others.length > 0 || !step || !Number.isInteger(step)) return '';
  if (areEqual && Math.abs(step) !== 1) return '';
  return step > 0 ? `+${step}` : String(step);
};

const keysOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).sort().join(' ') : '';

const isOfOneShape = ({ was, is }: Field): boolean => {
  const areOfOneKind = Array.isArray(was) ? Array.isArray(is) : isFields(was) && isFields(is);
  return areOfOneKind && keysOf(was) === keysOf(is);
};

const partsOf = ({ path, one, was, is }: Field): Field[] =>
  [...new Set([...Object.keys(was as Fields), ...Object.keys(is as Fields)])].map((key) => ({
    path: `${path}.${key}`,
    one,
    was: (was as Fields)[key],
    is: (is as Fields)[key],
  }));

const grouped = (fields: readonly Field[]): Field[][] => {
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.path, [...(groups.get(field.path) ?? []), field]);
  return [...groups.values()];
};

const added = ({ one, was, is }: Field): Sample[] => {
  const value = (is as unknown[]).find((item) => !(was as unknown[]).includes(item));
  return value === undefined ? [] : [{ value, sources: sourcesBefore(one) }];
};

const isLonger = ({ was, is }: Field): boolean =>
  Array.isArray(was) && Array.isArray(is) && is.length === was.length + 1;

const maxParts = 5;

/** Describes the change of a field. For objects and lists, describes only the changed parts. */
const changeOf = (fields: readonly Field[], depth: number): string[] => {
  const changed = fields.filter((field) => !isSame(field));
  const [first] = changed;
  if (!first) return [];
  const samples = changed.map(({ one, is }) => ({ value: is, sources: sourcesBefore(one) }));
  const text = growth(changed) || valuesText(samples);
  const isKnown = text !== '' && !text.startsWith('{');
  if (!isKnown && depth < 3 && changed.every(isOfOneShape)) {
    const parts = grouped(changed.flatMap(partsOf)).flatMap((part) => changeOf(part, depth + 1));
    if (parts.length > 0 && parts.length <= maxParts) return parts;
  }
  if (text === '' && changed.every(isLonger)) {
    return [`${first.path}: one more ${valuesText(changed.flatMap(added))}`.trimEnd()];
  }
  return [text === '' ? first.path : `${first.path}: ${text}`];
};

const sets = (taken: readonly Taken[]): string[] => {
  const fields = taken.flatMap((one) =>
    Object.keys(one.after.context as Fields).map((path) => ({
      path,
      one,
      was: one.context[path],
      is: one.after.context[path],
    })),
  );
  const changes = grouped(fields.filter(({ was, is }) => !Object.is(was, is)))
    .flatMap((group) => changeOf(group, 0))
    .sort();
  return changes.length === 0 ? [] : [`sets ${changes.join(', ')}`];
};

type Told = { head: string; sample: Sample };

/** The kind of a child: run.1 and run.2 are both `run`. */
const kindOf = (id: string): string => id.replace(/\.\d+$/, '');

const eventSample = ({ type: _, ...value }: AnyEventObject, one: Taken): Sample => ({
  value,
  sources: sourcesOf(one),
});

const toldIn = (one: Taken): Told[] =>
  one.actions.flatMap((action): Told[] => {
    const { type, params } = action;
    const message = messageOf(action);
    if (message) {
      const head = `tells ${kindOf(message.to)}: ${message.event.type}`;
      return [{ head, sample: eventSample(message.event, one) }];
    }
    const { event, delay, id, input } = params as Fields & { event: AnyEventObject; id: string };
    switch (type) {
      case 'xstate.emit':
        return [{ head: `emits ${event.type}`, sample: eventSample(event, one) }];
      case 'xstate.raise':
      case 'xstate.sendTo': {
        if (event.type.startsWith('xstate.')) return [];
        const when = typeof delay === 'number' ? ` after ${delay} ms` : '';
        return [{ head: `raises ${event.type}${when}`, sample: eventSample(event, one) }];
      }
      case 'xstate.spawnChild': {
        const isInvoked = one.after._nodes.some((node) => node.invoke.some((own) => own.id === id));
        const sample = { value: isInvoked ? {} : input, sources: sourcesOf(one) };
        return [{ head: `asks ${kindOf(id)}`, sample }];
      }
      default:
        return type.startsWith('xstate.')
          ? []
          : [{ head: `does ${type}`, sample: { value: {}, sources: {} } }];
    }
  });

/** The stopped children. Invoked children are omitted, because they stop with their state. */
const stops = (taken: readonly Taken[]): string[] => {
  const ids = taken.flatMap(({ actions, _nodes }) => {
    const invoked = new Set(_nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id)));
    return actions.flatMap(({ type, params }) => {
      const child = params as { id?: string } | undefined;
      const isStop = type === 'xstate.stopChild' && child?.id !== undefined;
      return isStop && !invoked.has(child.id ?? '') ? [kindOf(child.id ?? '')] : [];
    });
  });
  return [...new Set(ids)].sort().map((id) => `stops ${id}`);
};

const payload = (samples: readonly Sample[]): string => {
  const keys = [...new Set(samples.flatMap(({ value }) => Object.keys((value ?? {}) as Fields)))];
  return keys.length === 0 ? '' : ` {${fieldsText(keys.sort(), samples)}}`;
};

/** A message that is not sent every time gets a question mark. */
const messages = (taken: readonly Taken[]): string[] => {
  const byHead = new Map<string, { samples: Sample[]; times: number }>();
  for (const one of taken) {
    const heads = new Set<string>();
    for (const { head, sample } of toldIn(one)) {
      const known = byHead.get(head) ?? { samples: [], times: 0 };
      known.samples.push(sample);
      if (!heads.has(head)) known.times += 1;
      heads.add(head);
      byHead.set(head, known);
    }
  }
  const lines = [...byHead]
    .map(
      ([head, { samples, times }]) =>
        `${head}${times < taken.length ? '?' : ''}${payload(samples)}`,
    )
    .sort();
  const isBareCall = (line: string): boolean => /^asks [\w.-]+$/.test(line);
  const calls = lines.filter(isBareCall).map((line) => line.slice('asks '.length));
  return [
    ...lines.filter((line) => !isBareCall(line)),
    ...(calls.length > 0 ? [`asks ${calls.join(', ')}`] : []),
  ];
};

export const effectsOf = (taken: readonly Taken[]): string[] => [
  ...sets(taken),
  ...messages(taken),
  ...stops(taken),
];

/** Writes the input of an invoked actor, such as `{watts: watts}`. */
export const inputText = (id: string, taken: readonly Taken[]): string =>
  payload(
    taken.flatMap((one) =>
      one.actions.flatMap(({ type, params }) => {
        const child = params as { id?: string; input?: unknown };
        return type === 'xstate.spawnChild' && child.id === id && child.input
          ? [{ value: child.input, sources: sourcesOf(one) }]
          : [];
      }),
    ),
  );
