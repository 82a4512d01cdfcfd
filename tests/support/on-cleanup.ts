import { onTestFinished } from 'vitest';

const ofFile: (() => unknown)[] = [];

/** Registers a clean-up after the running test; when called from beforeAll, after the file. */
export function onCleanup(clear: () => unknown): void {
  try {
    onTestFinished(async () => {
      await clear();
    });
  } catch {
    ofFile.push(clear); // Outside a test; the set-up file runs these last.
  }
}

export async function clearFile(): Promise<void> {
  for (const clear of ofFile.splice(0).reverse()) await clear();
}
