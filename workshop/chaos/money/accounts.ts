import { sql } from 'drizzle-orm';
import { changePreview } from '../../../contract/subscription.ts';
import { ServerDied, totalOf } from '../harness/host.ts';
import { noteOrder } from './purchases.ts';
import { ask, type Buyer, call, codeOf, newKeyOf, oneOf, type Scene } from './scene.ts';

/* Actions of buyers on their account, plan and credits. */

export async function signIn(scene: Scene, buyer: Buyer): Promise<void> {
  if (buyer.ownerId || buyer.isClosed) return;
  const { email } = buyer;
  const asked = await call(scene, buyer, 'GET', `/v1/user/email/${encodeURIComponent(email)}/code`);
  if (asked.success !== '1') return;
  const code = await codeOf(scene, email, 'signInCode');
  const answer = await call(scene, buyer, 'POST', '/v1/user-session/email', { email, code });
  scene.story.push(`  ${email} signs in: ${answer.success}`);
  if (answer.success !== '1') return;
  const { token, user } = answer.obj as { token: string; user: { id: string | number } };
  buyer.visitor.token = token;
  buyer.ownerId = String(user.id);
}

/** A session used this recently is still open, unless an unanswered call closed the account. */
const surelyOpenMs = 20 * 86_400_000;

/** Uses the session, which otherwise ends after a month. Signs in again if it has ended. */
export async function stayIn(scene: Scene, buyer: Buyer): Promise<void> {
  if (!buyer.ownerId || buyer.isClosed) return;
  const { host } = scene;
  const deaths = totalOf(host.deaths);
  const { seen } = buyer;
  const at = host.now();
  if (seen?.deaths === deaths && at.getTime() - seen.at.getTime() < surelyOpenMs) return;
  const answer = await call(scene, buyer, 'GET', '/v1/order/last');
  buyer.seen = { at, deaths };
  if (answer.success === '1') return;
  buyer.seen = null;
  buyer.visitor.token = '';
  buyer.ownerId = null;
  scene.host.advance(61_000);
  await signIn(scene, buyer);
}

/** Returns null if the account is closed at the same time. @throws ServerDied */
export async function uploadOf(scene: Scene, { visitor }: Buyer): Promise<string | null> {
  try {
    return await visitor.upload(scene.photo);
  } catch (error) {
    if (error instanceof ServerDied) throw error;
    return null;
  }
}

export async function start(scene: Scene, buyer: Buyer): Promise<void> {
  const { visitor } = buyer;
  const key = await uploadOf(scene, buyer);
  if (key === null) return;
  const once = async (idempotencyKey: string) => {
    const answer = await visitor.start(key, { code: 'face-blur', idempotencyKey });
    scene.story.push(`  a start: ${answer.success} ${answer.msg}`);
    if (answer.status >= 500) scene.violations.push(`a start was answered ${answer.success}`);
    if (answer.success !== '1') return;
    const { id } = answer.obj as { id: string };
    if (scene.random() < 0.2)
      await call(scene, buyer, 'POST', `/v1/ai-function-record/cancel/${id}`);
  };
  const idempotencyKey = newKeyOf(scene);
  if (scene.random() < 0.3) await Promise.all([once(idempotencyKey), once(idempotencyKey)]);
  else await once(idempotencyKey);
}

async function planOf(scene: Scene, buyer: Buyer) {
  const answer = await call(scene, buyer, 'GET', '/v1/user-subscription');
  if (answer.success !== '1') return null;
  return answer.obj as { id: string | null; productCode: string };
}

export async function cancelPlan(scene: Scene, buyer: Buyer): Promise<void> {
  const id = (await planOf(scene, buyer))?.id;
  if (!id) return;
  const beside = scene.random();
  const cancel = async () => {
    const answer = await call(scene, buyer, 'DELETE', '/v1/user-subscription', { id });
    scene.story.push(`  cancel of the plan: ${answer.success}`);
    if (answer.success !== '1') return;
    scene.told.push({ what: 'planCancelled', id, at: scene.host.now() });
  };
  if (beside < 0.2) await Promise.all([cancel(), cancel()]);
  else if (beside < 0.4) await Promise.all([cancel(), scene.host.sweep()]);
  else await cancel();
}

export async function resumePlan(scene: Scene, buyer: Buyer): Promise<void> {
  const id = (await planOf(scene, buyer))?.id;
  if (!id) return;
  // recorded before the call, because the server may process a request whose answer is lost
  const told = { what: 'planResumed' as const, id, at: scene.host.now() };
  scene.told.push(told);
  try {
    const answer = await call(scene, buyer, 'POST', '/v1/user-subscription/resume', { id });
    scene.story.push(`  the plan goes on: ${answer.success}`);
    if (answer.success !== '1') scene.told.splice(scene.told.indexOf(told), 1);
  } finally {
    // the server may have processed a concurrent cancellation first
    told.at = scene.host.now();
  }
}

export async function retryPlan(scene: Scene, buyer: Buyer): Promise<void> {
  const id = (await planOf(scene, buyer))?.id;
  if (!id) return;
  const once = async () => {
    const { success } = await call(scene, buyer, 'POST', '/v1/user-subscription/retry', { id });
    scene.story.push(`  a renewal is tried again: ${success}`);
  };
  await (scene.random() < 0.4 ? Promise.all([once(), once()]) : once());
}

export async function changePlan(scene: Scene, buyer: Buyer): Promise<void> {
  const plan = await planOf(scene, buyer);
  if (!plan?.id) return;
  const { id } = plan;
  const productCode = oneOf(scene, ['plan-week', 'plan-month', 'plan-year']);
  const path = '/v1/user-subscription/change';
  const preview = await call(scene, buyer, 'POST', `${path}/preview`, { id, productCode });
  if (preview.success !== '1') return;
  const { amount } = changePreview.parse(preview.obj);
  const body = { id, productCode, amount, idempotencyKey: newKeyOf(scene) };
  const once = async () => {
    const answer = await call(scene, buyer, 'POST', path, body);
    scene.story.push(`  change to ${productCode} for ${amount}: ${answer.success}`);
    if (answer.success !== '1') return;
    const { order } = answer.obj as { order: unknown };
    if (!order) return;
    const noted = noteOrder(scene, buyer, { ...answer, obj: order });
    if (noted) scene.told.push({ what: 'changed', code: noted.code, amount });
  };
  buyer.unanswered.push(once);
  await (scene.random() < 0.3 ? Promise.all([once(), once()]) : once());
  buyer.unanswered.pop();
}

type Outcome = 'success' | 'declined' | 'pending';

/** Sets how the next automatic charges end. */
export const setCharges = ({ host }: Scene, outcome: Outcome) =>
  host.db.execute(
    sql`insert into sandbox_mandates select distinct mandate, ${outcome} from sandbox_charges
      where mandate is not null on conflict (mandate) do update set outcome = ${outcome}`,
  );

export async function setMandates(scene: Scene): Promise<void> {
  const outcome = oneOf<Outcome>(scene, ['success', 'declined', 'declined', 'pending']);
  await setCharges(scene, outcome);
  scene.story.push(`  renewals: ${outcome}`);
}

export async function closeAccount(scene: Scene, buyer: Buyer): Promise<void> {
  const { email, ownerId } = buyer;
  if (!ownerId) return;
  const path = `/v1/user/deleteAccount/email/${encodeURIComponent(email)}/code`;
  const asked = await call(scene, buyer, 'GET', path);
  if (asked.success !== '1') return;
  const code = await codeOf(scene, email, 'deleteCode');
  const answer = await call(scene, buyer, 'POST', '/v1/user/delete', { code });
  scene.story.push(`  the account is closed: ${answer.success}`);
  if (answer.success !== '1') return;
  scene.told.push({ what: 'closed', ownerId, at: scene.host.now() });
  Object.assign(buyer, { isClosed: true, unanswered: [] });
  buyer.visitor.token = '';
}

export async function nextCharge(scene: Scene): Promise<Date | null> {
  const [row] = await ask<{ at: string | null }>(
    scene,
    sql`select min(next_charge_at)::text as at from subscriptions where next_charge_at is not null`,
  );
  return row?.at ? new Date(row.at) : null;
}
