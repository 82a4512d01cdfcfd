import { useEffect, useState } from 'react';

/**
 * An object URL for the first blob passed under `name`, for an `<img>`; the same name always stands for the same
 * picture.
 */
export function useObjectUrl(name: string, blob: Blob | undefined): string | undefined {
  const [shown, setShown] = useState<{ name: string; blob: Blob }>();
  if (blob && shown?.name !== name) setShown({ name, blob });
  const [url, setUrl] = useState<string>();
  const first = shown?.name === name ? shown.blob : undefined;
  useEffect(() => {
    if (!first) return;
    const made = URL.createObjectURL(first);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [first]);
  return url;
}
