import { createEncrypter } from '../kernel/encrypt-at-rest.ts';

/** A keyed hash that identifies a secret without revealing it. */
export const secretMarkOf = (secret: string): string => createEncrypter(secret).keyedHash('backup');

const MEGABYTE = 1024 * 1024;

/** Bytes for a person: '37 MB', '1.2 GB'. */
export function inMegabytes(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  return megabytes < 1000 ? `${Math.ceil(megabytes)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
}
