import { describe, expect, it } from 'vitest';
import type { UserInfo } from '../model/user.ts';
import { guest, member } from '../testing/samples.ts';
import { startTray } from './tray.test-kit.ts';

const withCredits = (balance: number): UserInfo => ({
  ...member,
  credits: { balance, expiresNext: null },
  allowance: { ...guest.allowance, limit: 20, used: 20 } as UserInfo['allowance'],
});

/** A photo whose start lacks credits. */
async function short() {
  const tray = startTray();
  await tray.send({ type: 'user.changed', user: withCredits(0) });
  await tray.choose();
  await tray.send({ type: 'start.pressed' });
  const photoId = String((tray.now().context.held as { photo: { id: string } }).photo.id);
  expect(tray.now().value).toEqual({ chosen: 'ready' });
  const bought = (id = photoId) => tray.send({ type: 'start.resumed', photoId: id });
  return { ...tray, photoId, bought };
}

describe('a start that waited for credits', () => {
  it('continues automatically as soon as the server reports them', async () => {
    const tray = await short();
    await tray.bought();
    expect(tray.now().value).toEqual({ chosen: 'resumed' });
    await tray.send({ type: 'user.changed', user: withCredits(50) });
    expect(tray.now().matches('working')).toBe(true);
    expect(tray.now().context.begun).toBe(1);
  });

  it('does not continue if there are still not enough: it is left to the visitor', async () => {
    const tray = await short();
    await tray.bought();
    await tray.send({ type: 'user.changed', user: withCredits(0) });
    tray.clock.increment(30_000);
    expect(tray.now().value).toEqual({ chosen: 'ready' });
    await tray.send({ type: 'user.changed', user: withCredits(50) });
    expect(tray.now().value).toEqual({ chosen: 'ready' });
  });

  it('continues once its photo was inspected again, after the payment', async () => {
    const tray = startTray();
    await tray.send({ type: 'user.changed', user: withCredits(50) });
    await tray.send({ type: 'start.resumed', photoId: 'photo-1' });
    await tray.choose();
    expect(tray.now().matches('working')).toBe(true);
  });

  it('does not continue with another photo', async () => {
    const tray = await short();
    await tray.bought('another');
    await tray.send({ type: 'user.changed', user: withCredits(50) });
    expect(tray.now().value).toEqual({ chosen: 'ready' });
  });

  it('does not begin a second time', async () => {
    const tray = await short();
    await tray.bought();
    await tray.send({ type: 'user.changed', user: withCredits(50) });
    await tray.bought();
    await tray.send({ type: 'user.changed', user: withCredits(40) });
    expect(tray.now().context).toMatchObject({ begun: 1, resumed: null });
  });
});
