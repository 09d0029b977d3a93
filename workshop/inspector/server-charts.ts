import type { AnyStateMachine } from 'xstate';
import { orderMachine } from '../../machines/lifecycle/order/order.machine.ts';
import { paymentMachine } from '../../machines/lifecycle/payment/payment.machine.ts';
import { subscriptionMachine } from '../../machines/lifecycle/subscription/subscription.machine.ts';
import { taskRecordMachine } from '../../machines/lifecycle/task-record/task-record.machine.ts';
import { type ChartDefinition, defineChart } from '../../src/devtools/tap/chart-definition.ts';
import { isJsonObject, type Json, type JsonObject } from '../../src/devtools/wire/json.ts';
import type { WireActor, WireEntry } from '../../src/devtools/wire/wire-messages.ts';

/*
 * The server decides with charts but runs no actors, because it calculates each transition with the
 * pure function `transition()`. The inspector derives the states of these charts from the server's
 * answers.
 */

/** A chart of the server in the state that an answer contains. */
type Served = { machine: AnyStateMachine; id: string; value: string };

const phases = ['queued', 'running', 'succeeded', 'rejected', 'failed', 'cancelled'];

const taskIn = ({ id, dealStatus, revision }: JsonObject): Served[] => {
  const value = typeof dealStatus === 'number' ? phases[dealStatus] : undefined;
  if (typeof id !== 'string' || typeof revision !== 'number' || !value) return [];
  return [{ machine: taskRecordMachine, id: `task ${id}`, value }];
};

const orderIn = ({ code, status, productCode, payment }: JsonObject): Served[] => {
  const isOrder = [code, status, productCode].every((part) => typeof part === 'string');
  if (!isOrder) return [];
  const order = { machine: orderMachine, id: `order ${code}`, value: String(status) };
  if (!isJsonObject(payment) || typeof payment.status !== 'string') return [order];
  return [order, { machine: paymentMachine, id: `payment of ${code}`, value: payment.status }];
};

const planIn = ({ id, subscriptionStatus, ...plan }: JsonObject): Served[] => {
  if (typeof id !== 'string' || typeof plan.cancelAtPeriodEnd !== 'boolean') return [];
  const isUnpaid = Array.isArray(plan.retries) && plan.retries.length > 0;
  const running = plan.cancelAtPeriodEnd ? 'ending' : isUnpaid ? 'pastDue' : 'active';
  const value = subscriptionStatus === 1 ? running : 'ended';
  return [{ machine: subscriptionMachine, id: `plan ${id}`, value }];
};

const deepest = 2;

/** Finds charts in an answer, except in lists, whose rows are not watched. */
function servedIn(value: Json, depth = 0): Served[] {
  if (!isJsonObject(value)) return [];
  const found = [...taskIn(value), ...orderIn(value), ...planIn(value)];
  if (found.length > 0 || depth === deepest) return found;
  return Object.values(value).flatMap((part) => servedIn(part, depth + 1));
}

const charts = new Map<AnyStateMachine, ChartDefinition>();

function chartOf(machine: AnyStateMachine): ChartDefinition {
  const chart = charts.get(machine) ?? defineChart(machine);
  charts.set(machine, chart);
  return chart;
}

const prefix = 'server: ';

/** True for charts of the server. Events cannot be sent to them, and recordings omit them. */
export const isOfServer = (actor: string): boolean => actor.startsWith(prefix);

const stateOf = ({ root }: ChartDefinition, key: Json) =>
  root.states.find((state) => state.key === key);

type News = { chart: ChartDefinition; actor: WireActor; entry: WireEntry };

/**
 * Returns the server's charts in an entry, with one entry for each changed state.
 * @param known the last value of such an actor; null if there is none
 */
export function serverNews(entry: WireEntry, known: (actor: string) => Json): News[] {
  const { type: _, ...payload } = entry.event;
  return servedIn(payload).flatMap(({ machine, id, value }, index) => {
    const chart = chartOf(machine);
    const actorId = `${prefix}${id}`;
    const before = known(actorId);
    const now = stateOf(chart, value);
    if (!now || before === value) return [];
    const from = stateOf(chart, before)?.id;
    const move = chart.transitions.find(
      (one) => one.source === from && one.targets.includes(now.id),
    );
    const status = now.type === 'final' ? ('done' as const) : ('active' as const);
    const actor: WireActor = {
      id: actorId,
      name: actorId,
      systemId: null,
      parent: null,
      chart: chart.fingerprint,
      src: null,
      status,
      value,
      context: {},
    };
    const own: WireEntry = {
      ...entry,
      // orders the entry between the answer and the next event
      seq: entry.seq + (index + 1) / 10,
      count: 1,
      actor: actorId,
      source: null,
      event: { type: move?.event ?? 'server.answered' },
      steps: [{ transitions: move ? [move.id] : [], raised: null, value, patches: [] }],
      status,
      result: null,
    };
    return [{ chart, actor, entry: own }];
  });
}
