import { sql } from 'drizzle-orm';
import type { MethodCode } from '../../../contract/price.ts';
import {
  type Answer,
  createVisitor,
  type Visitor,
} from '../../../server/testing/visitor.fixture.ts';
import { hostApp } from '../harness/host.ts';
import type { MoneyHost } from './host.ts';
import type { Told } from './told.ts';

export type Market = { country: string; currency: string; methods: MethodCode[] };

/** A buyer, with the answers that the buyer got. */
export type Buyer = {
  visitor: Visitor;
  email: string;
  /** null before the sign-in, and after the account is closed */
  ownerId: string | null;
  /** when the session was last seen open, and the number of server deaths at that time */
  seen: { at: Date; deaths: number } | null;
  isClosed: boolean;
  market: Market;
  orders: { code: string; productCode: string }[];
  /** requests without an answer, to be repeated */
  unanswered: (() => Promise<void>)[];
};

/** One schedule: a server, its buyers, and the answers they got. */
export type Scene = {
  host: MoneyHost;
  random: () => number;
  buyers: Buyer[];
  told: Told[];
  /** log of the steps so far, which is printed if a law is broken */
  story: string[];
  violations: string[];
  /** most acts concern a plan */
  isAboutPlan: boolean;
  photo: Buffer;
  keys: number;
  /** the provider was away at least once */
  wasOut: boolean;
};

export const oneOf = <Item>({ random }: Pick<Scene, 'random'>, items: readonly Item[]): Item => {
  const found = items[Math.floor(random() * items.length)];
  if (found === undefined) throw new Error('Expected at least one value to choose from');
  return found;
};

export const newKeyOf = (scene: Scene): string => {
  scene.keys += 1;
  return `key-of-a-wish-number-${scene.keys}`;
};

const markets: Market[] = [
  { country: 'DE', currency: 'EUR', methods: ['card', 'paypal', 'apple_pay', 'google_pay'] },
  { country: 'US', currency: 'USD', methods: ['card', 'paypal'] },
  { country: 'JP', currency: 'JPY', methods: ['card', 'paypal'] },
  { country: 'IN', currency: 'INR', methods: ['upi', 'card'] },
  { country: 'MY', currency: 'MYR', methods: ['touch_n_go', 'boost', 'shopee'] },
  { country: 'PH', currency: 'PHP', methods: ['maya', 'g_cash'] },
  { country: 'TH', currency: 'THB', methods: ['truemoney', 'rabbit_line'] },
  { country: 'ID', currency: 'IDR', methods: ['dana', 'shopee'] },
];

export function newBuyer(scene: Scene, n: number): Buyer {
  return {
    visitor: createVisitor(hostApp(scene.host), `10.0.0.${n + 1}`),
    email: `buyer-${n}@example.com`,
    ownerId: null,
    seen: null,
    isClosed: false,
    market: oneOf(scene, markets),
    orders: [],
    unanswered: [],
  };
}

type Method = 'GET' | 'POST' | 'DELETE';

/** Sends a request. Throws if the answer can only be caused by a bug. @throws ServerDied */
export async function call(
  scene: Scene,
  { visitor }: Pick<Buyer, 'visitor'>,
  ...asked: [Method, string, object?]
): Promise<Answer> {
  const answer = await visitor.call(...asked);
  const isFault = answer.status >= 500 || answer.success === 'internal_error';
  // The provider may have become available since the request was sent.
  const isOut = answer.success === 'provider_unavailable' && scene.wasOut;
  if (isFault && !isOut && !scene.host.isDead()) {
    scene.violations.push(`${asked[0]} ${asked[1]} was answered ${answer.success}: ${answer.msg}`);
  }
  return answer;
}

type Rows<Row> = { rows: Row[] };

/** Queries the rows directly. */
export async function ask<Row>({ host }: Pick<Scene, 'host'>, query: ReturnType<typeof sql>) {
  return ((await host.db.execute(query)) as unknown as Rows<Row>).rows;
}

/** The newest mailed code for a purpose. */
export async function codeOf(scene: Scene, address: string, kind: string) {
  const rows = await ask<{ code: string }>(
    scene,
    sql`select "values"->>'code' as code from money_mails where address = ${address}
      and kind = ${kind} order by ctid desc limit 1`,
  );
  return rows[0]?.code ?? null;
}
