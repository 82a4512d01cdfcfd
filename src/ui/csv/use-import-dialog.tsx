import { type ComponentType, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { useLazyModule } from '../use-lazy-module.ts';

type Shown = { isOpen: boolean; onClose: () => void };

/**
 * A dialog that imports a file, fetched when it is first wanted. Render `Dialog` with `shown` once, outside of what
 * the import changes: it goes on while the first rows of the list come. `load` must be the same at every render.
 */
export function useImportDialog<Props extends Shown>(
  load: () => Promise<ComponentType<Props>>,
): { open: () => void; Dialog: ComponentType<Props> | null; shown: Shown } {
  const { part, fetchPart } = useLazyModule(load);
  const [isOpen, setIsOpen] = useState(false);

  async function open() {
    if (await fetchPart()) setIsOpen(true);
    else showToast('가져오기 화면을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  return { open: () => void open(), Dialog: part, shown: { isOpen, onClose: () => setIsOpen(false) } };
}
