import { type Buyer, newKeyOf, oneOf, type Scene } from './scene.ts';

/* Acts of operators by commands to the running server, and outages of the provider. */

type Result = { ok: boolean; code?: string; result?: { amount?: number; credits?: number } };

let asked = 0;

/** Returns null without an operator, as with a server in a separate process. @throws ServerDied */
async function command(scene: Scene, name: string, body: object): Promise<Result | null> {
  const { host } = scene;
  if (host.adminToken === null) return null;
  asked += 1;
  const answer = await host.inject({
    method: 'POST',
    url: `/admin/api/${name}`,
    payload: body,
    headers: { authorization: `Bearer ${host.adminToken}` },
    // Schedules do not advance the machine's clock, by which requests per address are limited. Each
    // request therefore comes from another address.
    remoteAddress: `10.9.${(asked >> 8) % 256}.${asked % 256}`,
  });
  if (answer.statusCode >= 500 && !host.isDead()) {
    scene.violations.push(`the operator's ${name} was answered ${answer.statusCode}`);
  }
  return answer.json() as Result;
}

const trace = (scene: Scene) => ({
  key: newKeyOf(scene),
  reason: 'a buyer has written',
  by: 'money',
});

/** Sends a command, sometimes twice at once. A command without an answer is repeated later. */
async function once(scene: Scene, buyer: Buyer, give: () => Promise<void>): Promise<void> {
  buyer.unanswered.push(give);
  await (scene.random() < 0.3 ? Promise.all([give(), give()]) : give());
  buyer.unanswered.pop();
}

/** Refunds an order, in full or in part. */
export async function giveBackByHand(scene: Scene, buyer: Buyer): Promise<void> {
  if (buyer.orders.length === 0) return;
  const { code } = oneOf(scene, buyer.orders);
  const amount = oneOf(scene, [0, 0, 100, 37, 1]);
  const wish = { code, ...trace(scene), ...(amount ? { amount } : {}) };
  await once(scene, buyer, async () => {
    const answer = await command(scene, 'refund', wish);
    if (!answer) return;
    const given = answer.result?.amount;
    scene.story.push(`  the operator gives back ${given ?? answer.code} of ${code}`);
    if (given !== undefined) {
      scene.told.push({ what: 'givenBack', code, amount: given, key: wish.key });
    }
  });
}

export async function grantByHand(scene: Scene, buyer: Buyer): Promise<void> {
  const { ownerId } = buyer;
  if (!ownerId) return;
  const credits = oneOf(scene, [1, 5, 40]);
  const wish = { owner: ownerId, credits, ...trace(scene) };
  await once(scene, buyer, async () => {
    const answer = await command(scene, 'grant', wish);
    if (!answer) return;
    scene.story.push(`  the operator grants ${answer.ok ? credits : answer.code}`);
    if (answer.ok) scene.told.push({ what: 'granted', ownerId, credits, key: wish.key });
  });
}

/** Simulates an outage of the provider, or delayed or refused refunds. */
export async function providerFails(scene: Scene): Promise<void> {
  const { host } = scene;
  const { outages } = host;
  if (!outages) return;
  const kind = oneOf(scene, ['away', 'away', 'mute', 'refuse', 'later', 'later'] as const);
  scene.wasOut = true;
  if (kind === 'refuse' || kind === 'later') {
    outages.answerRefunds(kind, oneOf(scene, [1, 1, 2, 4]));
    scene.story.push(`  refunds: ${kind}`);
    return;
  }
  const minutes = oneOf(scene, [1, 10, 90, 300, 1500]);
  outages.begin(kind, new Date(host.now().getTime() + minutes * 60_000));
  scene.story.push(`  the provider is ${kind} for ${minutes} minutes`);
}
