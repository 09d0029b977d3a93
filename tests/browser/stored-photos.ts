import type { Page } from '@playwright/test';
import { databaseName, type PhotoRow } from '../../src/adapters/storage/device-database.ts';

/** Returns the rows of the photos that the device stores. */
export const photosOn = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<PhotoRow[]>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('photos').objectStore('photos').getAll();
          reading.onerror = () => reject(reading.error);
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result);
          };
        };
      }),
    databaseName,
  );
