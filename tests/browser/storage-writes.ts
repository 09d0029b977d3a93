import type { BrowserContext } from '@playwright/test';

declare global {
  interface Window {
    tellWrite(write: string): Promise<void>;
  }
}

/** Reports every write to the device, by any method. Runs in the page. */
function watchWrites() {
  const tell = (where: string, name: string) => void window.tellWrite(`${where} ${name}`);
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  Object.defineProperty(document, 'cookie', {
    configurable: true,
    get: () => cookie?.get?.call(document),
    set: (value: string) => {
      tell('cookie', value.split('=')[0] ?? '');
      cookie?.set?.call(document, value);
    },
  });
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (name, value) {
    tell(this === localStorage ? 'localStorage' : 'sessionStorage', name);
    setItem.call(this, name, value);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name, ...version) {
    tell('indexedDB', name);
    return open.call(this, name, ...version);
  };
}

/**
 * Returns a set that collects the names of everything that pages write to the device, such as
 * `cookie _ga`.
 */
export async function recordWrites(context: BrowserContext): Promise<Set<string>> {
  const writes = new Set<string>();
  await context.exposeBinding('tellWrite', (_, write: string) => {
    writes.add(write);
  });
  await context.addInitScript(watchWrites);
  return writes;
}
