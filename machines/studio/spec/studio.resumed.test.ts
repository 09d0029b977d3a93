import { describe, expect, it } from 'vitest';
import type { UserInfo } from '../../model/user.ts';
import { guest, member } from '../../testing/samples.ts';
import { startStudio } from './studio.test-kit.ts';

const withCredits = (balance: number): UserInfo => ({
  ...member,
  credits: { balance, expiresNext: null },
  allowance: { ...guest.allowance, limit: 20, used: 20 } as UserInfo['allowance'],
});

/** Starts the studio with a photo that costs more credits than the visitor has. */
async function short() {
  const studio = startStudio();
  await studio.send({ type: 'user.changed', user: withCredits(0) });
  await studio.choose();
  await studio.send({ type: 'start.pressed' });
  const photoId = String((studio.now().context.held as { photo: { id: string } }).photo.id);
  expect(studio.now().value).toEqual({ chosen: 'ready' });
  const bought = (id = photoId) => studio.send({ type: 'start.resumed', photoId: id });
  return { ...studio, photoId, bought };
}

describe('a start that waited for credits', () => {
  it('continues automatically as soon as the server reports them', async () => {
    const studio = await short();
    await studio.bought();
    expect(studio.now().value).toEqual({ chosen: 'resumed' });
    await studio.send({ type: 'user.changed', user: withCredits(50) });
    expect(studio.now().matches('working')).toBe(true);
    expect(studio.runs().context.begun).toBe(1);
  });

  it('does not continue if there are still too few credits; the visitor decides', async () => {
    const studio = await short();
    await studio.bought();
    await studio.send({ type: 'user.changed', user: withCredits(0) });
    studio.clock.increment(30_000);
    expect(studio.now().value).toEqual({ chosen: 'ready' });
    await studio.send({ type: 'user.changed', user: withCredits(50) });
    expect(studio.now().value).toEqual({ chosen: 'ready' });
  });

  it('continues when its photo was inspected again after the payment', async () => {
    const studio = startStudio();
    await studio.send({ type: 'user.changed', user: withCredits(50) });
    await studio.send({ type: 'start.resumed', photoId: 'photo-1' });
    await studio.choose();
    expect(studio.now().matches('working')).toBe(true);
  });

  it('does not continue with another photo', async () => {
    const studio = await short();
    await studio.bought('another');
    await studio.send({ type: 'user.changed', user: withCredits(50) });
    expect(studio.now().value).toEqual({ chosen: 'ready' });
  });

  it('does not begin a second time', async () => {
    const studio = await short();
    await studio.bought();
    await studio.send({ type: 'user.changed', user: withCredits(50) });
    await studio.bought();
    await studio.send({ type: 'user.changed', user: withCredits(40) });
    expect(studio.runs().context.begun).toBe(1);
    expect(studio.now().context.resumed).toBeNull();
  });
});
