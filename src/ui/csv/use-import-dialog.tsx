import { type ComponentType, useState } from 'react';
import { showToast } from '#src/lib/toasts.ts';
import { useLazyModule } from '../use-lazy-module.ts';

type Shown = { isOpen: boolean; onClose: () => void };

/**
 * A lazily loaded dialog that imports a file. Render `Dialog` with `shown` once, outside of the list: it must stay
 * mounted while the list changes. `load` must be the same function at every render.
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
