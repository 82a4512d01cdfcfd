/** Safari needs time to read the file before the URL is revoked, ms. */
const FORGET_AFTER_MS = 30_000;

/** Saves a Blob on the device as a download with this file name. */
export function saveFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), FORGET_AFTER_MS);
}
