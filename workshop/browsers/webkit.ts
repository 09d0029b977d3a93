import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { Builder, By, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../tests/browser/product-process.ts';
import type { Driver } from './driven-page.ts';

export type WebKitPrograms = { driver: string; browser: string; display: string };

/** Longer than a busy machine takes to start a program. */
const startMs = 60_000;
const betweenLooksMs = 50;

/** Starts a virtual display, which picks a free number and prints it. */
async function openDisplay(
  xvfb: string,
  patienceMs: number,
): Promise<{ name: string; end: () => void }> {
  const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn(xvfb, ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await Promise.race([
    once(createInterface(server.stdio[3] as never), 'line').then(([line]) => String(line)),
    once(server, 'exit').then(() => null),
    wait(patienceMs, null, { ref: false }),
  ]);
  if (number !== null) return { name: `:${number}`, end: () => server.kill() };
  server.kill();
  throw new Error(
    `${xvfb} did not start a display within ${patienceMs} ms. Run it to see why: ${xvfb} -displayfd 1 ${screen.join(' ')}`,
  );
}

/** Resolves when the driver answers. Rejects if the driver exits first or is too slow. */
async function untilReady(url: string, driver: ChildProcess, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs;
  while (driver.exitCode === null && performance.now() < end) {
    const isUp = await fetch(`${url}/status`, { signal: AbortSignal.timeout(patienceMs) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await wait(betweenLooksMs);
  }
  throw new Error(
    `${driver.spawnfile} did not answer within ${patienceMs} ms (exit code ${driver.exitCode}). Run it to see why: ${driver.spawnargs.join(' ')}`,
  );
}

/**
 * Runs in the page. Returns the page's errors since the last call. The driver cannot read the
 * console, so errors before the first call on a document, and messages of the browser itself, are
 * missed.
 */
function takeFaults(): string[] {
  const page = window as Window & { drivenFaults?: string[] };
  if (!page.drivenFaults) {
    const noted: string[] = [];
    page.drivenFaults = noted;
    for (const level of ['error', 'warn'] as const) {
      const write = console[level];
      console[level] = (...words: unknown[]) => {
        noted.push(words.map(String).join(' '));
        write.apply(console, words);
      };
    }
    addEventListener('error', ({ message }) => noted.push(message));
    addEventListener('unhandledrejection', ({ reason }) => noted.push(String(reason)));
  }
  return page.drivenFaults.splice(0);
}

/** Drives Debian's WebKitGTK by the WebDriver of its package. */
export async function openWebKit(programs: WebKitPrograms, patienceMs = startMs): Promise<Driver> {
  const display = await openDisplay(programs.display, patienceMs);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name },
  });
  const stop = () => {
    server.kill();
    display.end();
  };
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
  });
  try {
    await untilReady(url, server, patienceMs);
    const browser = await new Builder().usingServer(url).withCapabilities(capabilities).build();
    return driverOf(browser, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

function driverOf(browser: WebDriver, stop: () => void): Driver {
  const find = (mark: string) => browser.findElement(By.css(mark));
  const faults: string[] = [];
  const noteFaults = async () => {
    faults.push(...(await browser.executeScript<string[]>(takeFaults)));
  };
  return {
    goto: async (address) => {
      await browser.get(address);
      await noteFaults();
    },
    call: async (run, ...given) => {
      await noteFaults();
      return (await browser.executeScript(run, ...given)) as never;
    },
    click: (mark) => find(mark).click(),
    type: (mark, text) => find(mark).sendKeys(text),
    choose: (mark, file) => find(mark).sendKeys(file),
    faults: () => faults,
    photograph: async (file) => writeFile(file, await browser.takeScreenshot(), 'base64'),
    close: async () => {
      await browser.quit();
      stop();
    },
  };
}
