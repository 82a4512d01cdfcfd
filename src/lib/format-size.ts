import { formatNumber } from './format-number.ts';

const MEGABYTE = 1024 * 1024;

/** Bytes as text: '410 kB', '37 MB', or '1.2 GB' from 1,000 MB on. */
export function formatSize(bytes: number): string {
  const megabytes = bytes / MEGABYTE;
  if (megabytes < 1) return `${formatNumber(bytes / 1024, 0)} kB`;
  return megabytes < 1000 ? `${formatNumber(megabytes, 0)} MB` : `${formatNumber(megabytes / 1024, 1)} GB`;
}
