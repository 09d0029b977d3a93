import { createVisitor } from '../../../server/testing/visitor.fixture.ts';
import { hostApp } from '../harness/host.ts';
import { type Buyer, call, codeOf, oneOf, type Scene } from './scene.ts';

/* Actions with an order number and its mailed code, without a sign-in. */

/** Opens an order in another browser with the code from its mail; null if there is no mail. */
async function opened(scene: Scene, buyer: Buyer) {
  if (buyer.orders.length === 0) return null;
  const { code } = oneOf(scene, buyer.orders);
  const stranger = { visitor: createVisitor(hostApp(scene.host), '10.7.0.1') };
  await call(scene, stranger, 'POST', '/v1/order/access', { code });
  const proof = await codeOf(scene, buyer.email, 'orderCode');
  return proof === null ? null : { stranger, code, proof };
}

export async function withdrawByNumber(scene: Scene, buyer: Buyer): Promise<void> {
  const open = await opened(scene, buyer);
  if (!open) return;
  const { stranger, code, proof } = open;
  const body = { code, proof };
  const preview = await call(scene, stranger, 'POST', '/v1/order/withdraw/preview', body);
  const { amount = null } = (preview.obj ?? {}) as { amount?: number };
  const once = async () => {
    const answer = await call(scene, stranger, 'POST', '/v1/order/withdraw', body);
    scene.story.push(`  withdrawal by number of ${code} (${amount}): ${answer.success}`);
    if (answer.success === '1') scene.told.push({ what: 'withdrawn', code, amount });
  };
  await (scene.random() < 0.3 ? Promise.all([once(), once()]) : once());
}

export async function cancelByNumber(scene: Scene, buyer: Buyer): Promise<void> {
  const open = await opened(scene, buyer);
  if (!open) return;
  const { stranger, code, proof } = open;
  const answer = await call(scene, stranger, 'DELETE', '/v1/user-subscription', { code, proof });
  scene.story.push(`  cancel of the plan of ${code} by number: ${answer.success}`);
  const { id = null } = (answer.obj ?? {}) as { id?: string | null };
  if (answer.success !== '1' || id === null) return;
  scene.told.push({ what: 'planCancelled', id, at: scene.host.now() });
}
