import { sql } from 'drizzle-orm';
import { ask, newKeyOf, oneOf, type Scene } from './scene.ts';

/* Messages from the provider or an impostor, and actions of banks. */

const webhookPath = '/v1/payment/webhook/sandbox';

/** Reports a payment to the server, as the provider does. */
export async function tellOf(scene: Scene, reference: string): Promise<void> {
  const id = `evt_${newKeyOf(scene)}`;
  const payload = JSON.stringify({ id, type: 'charge.succeeded', reference });
  const signature = scene.host.sign(payload);
  if (!signature) return;
  const headers = { 'content-type': 'application/json', ...signature };
  const { statusCode } = await scene.host.inject({
    method: 'POST',
    url: webhookPath,
    headers,
    payload,
  });
  if (statusCode >= 300 && !scene.wasOut)
    scene.violations.push(`a webhook was answered ${statusCode}`);
}

/** Sends a replayed or forged webhook message, or one about an unknown payment. */
export async function webhook(scene: Scene): Promise<void> {
  const rows = await ask<{ id: string; event: string | null }>(
    scene,
    sql`select p.id, e.event_id as event from payments p
      left join provider_events e on e.reference = p.id order by p.created_at, e.event_id`,
  );
  const known = rows.length > 0 ? oneOf(scene, rows) : null;
  const reference = scene.random() < 0.8 && known ? known.id : 'a payment of nobody';
  const id = (scene.random() < 0.5 && known?.event) || `evt_${newKeyOf(scene)}`;
  const type = oneOf(scene, ['charge.succeeded', 'charge.failed', 'charge.chargedBack']);
  const payload = JSON.stringify({ id, type, reference });
  const isForged = scene.random() < 0.4;
  const signature = scene.host.sign(isForged ? `${payload} ` : payload);
  if (!signature) return;
  const headers = { 'content-type': 'application/json', ...signature };
  const once = () => scene.host.inject({ method: 'POST', url: webhookPath, headers, payload });
  const answers = await Promise.all(scene.random() < 0.4 ? [once(), once()] : [once()]);
  for (const { statusCode } of answers) {
    scene.story.push(
      `  a webhook ${isForged ? 'forged ' : ''}${type} of ${reference}: ${statusCode}`,
    );
    if (isForged && statusCode < 400) scene.violations.push('a forged webhook was taken');
    if (!isForged && statusCode >= 300 && !scene.wasOut)
      scene.violations.push(`a webhook was answered ${statusCode}`);
  }
}

/** The buyer's bank charges a payment back. */
export async function chargeBack(scene: Scene): Promise<void> {
  const rows = await ask<{ ref: string; reference: string }>(
    scene,
    sql`select ref, reference from sandbox_charges where status = 'succeeded' order by ref`,
  );
  if (rows.length === 0) return;
  const { ref, reference } = oneOf(scene, rows);
  const at = scene.host.now();
  const body = JSON.stringify({
    id: `evt_${newKeyOf(scene)}`,
    type: 'charge.chargedBack',
    reference,
  });
  await scene.host.db.transaction(async (tx) => {
    await tx.execute(sql`update sandbox_charges set status = 'chargedBack' where ref = ${ref}`);
    await tx.execute(
      sql`insert into sandbox_messages (body, is_forged, send_at) values (${body}, false, ${at.toISOString()})`,
    );
  });
  scene.told.push({ what: 'chargedBack', ref, at });
  scene.story.push(`  a charge-back of ${ref}`);
}
