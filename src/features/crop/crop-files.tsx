import { useQuery } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { manageCrops } from '#contract/crop/crop.ts';
import { cropStatusWords, cultivationWords } from '#contract/crop/crop-text.ts';
import { CROP_PREFIX, itemCodes } from '#contract/crop/item-code.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { useCall } from '#src/api/call/call.ts';
import { everyPage } from '#src/api/read/every-page.ts';
import { readQuery } from '#src/api/read/query.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { cropColumns } from './crop-columns.ts';
import type { CropListSearch } from './crop-list-search.ts';

type CropFilesProps = {
  asked: Omit<CropListSearch, 'page' | 'all'> & { farmIndex: number | undefined };
  /** Farms on which the user may write; none hides the import. */
  farms: readonly Farm[];
  hasCrops: boolean;
};

const loadImport = async () => (await import('./crop-import.tsx')).CropImport;

/** The list as a file, and a file as crops. */
export function CropFiles({ asked, farms, hasCrops }: CropFilesProps) {
  const call = useCall();
  const { part: CropImport, fetchPart } = useLazyModule(loadImport);
  const [isImporting, setIsImporting] = useState(false);
  const items = useQuery({ ...readQuery(itemCodes, { params: { prefix: CROP_PREFIX } }), enabled: isImporting });

  async function handleImport() {
    if (await fetchPart()) setIsImporting(true);
    else showToast('가져오기 화면을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  return (
    <>
      {farms.length > 0 && (
        <Button onClick={() => void handleImport()} icon={<FileUp aria-hidden className="size-5" />}>
          가져오기
        </Button>
      )}
      {hasCrops && (
        <ExportButton
          fileName="작물 목록"
          heads={cropColumns.map(({ title }) => title)}
          load={async () =>
            (await everyPage((page) => call(manageCrops, { query: { ...asked, ...page } }))).map((row) => [
              row.farmName,
              row.itemsName,
              row.variety,
              row.house,
              row.areaM2,
              row.treeCount,
              row.plantedOn,
              row.budBreakOn,
              cultivationWords[row.cultivation],
              cropStatusWords[row.status],
            ])
          }
        />
      )}
      {CropImport && items.data && (
        <CropImport isOpen={isImporting} onClose={() => setIsImporting(false)} farms={farms} items={items.data.value} />
      )}
    </>
  );
}
