import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Builder, By, Capabilities } from 'selenium-webdriver';
import { freePort } from '../browser/product-process.ts';
import type { Driver } from './driven-page.ts';

export type WebKitPrograms = { driver: string; browser: string; display: string };

/** A screen without glass, which picks a number that is free and tells it. */
async function openDisplay(xvfb: string): Promise<{ name: string; end: () => void }> {
  const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp'];
  const server = spawn(xvfb, ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(createInterface(server.stdio[3] as never), 'line')) as [string];
  return { name: `:${number}`, end: () => server.kill() };
}

/** Resolves when the driver answers; rejects if it exits first. */
async function untilReady(url: string, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null) {
    const isUp = await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error(`WebKitWebDriver exited with ${driver.exitCode}.`);
}

/** Debian's WebKitGTK, by its own WebDriver. */
export async function openWebKit(programs: WebKitPrograms): Promise<Driver> {
  const display = await openDisplay(programs.display);
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
  await untilReady(url, server);
  const options = { binary: programs.browser, args: ['--automation'] };
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': options,
  });
  const browser = await new Builder().usingServer(url).withCapabilities(capabilities).build();
  const find = (mark: string) => browser.findElement(By.css(mark));
  return {
    goto: (address) => browser.get(address),
    call: (run, ...given) => browser.executeScript(run, ...given) as Promise<never>,
    click: (mark) => find(mark).click(),
    type: (mark, text) => find(mark).sendKeys(text),
    choose: (mark, file) => find(mark).sendKeys(file),
    faults: () => null,
    photograph: async (file) => writeFile(file, await browser.takeScreenshot(), 'base64'),
    close: async () => {
      await browser.quit();
      stop();
    },
  };
}
