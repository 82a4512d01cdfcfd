import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { manageFarms } from '#contract/farm/farm-manage.ts';

import { personWords } from '#contract/farm/farm-text.ts';

import { useCall } from '#src/api/call/call.ts';

import { everyPage } from '#src/api/read/every-page.ts';

import { useSession } from '#src/api/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { ExportButton } from '#src/ui/csv/export-button.tsx';
import { showToast } from '#src/ui/toast.tsx';
import { useLazyModule } from '#src/ui/use-lazy-module.ts';
import { farmColumns } from './farm-columns.tsx';
import type { FarmListSearch } from './farm-list-search.ts';
import { rightWords } from './farm-words.tsx';

type FarmFilesProps = Pick<FarmListSearch, 'search' | 'sort'> & {
  mayImport: boolean;
  /** False while there is nothing to export. */
  hasFarms: boolean;
};

const loadImport = async () => (await import('./farm-import.tsx')).FarmImport;

/** The list as a file, and a file as farms. */
export function FarmFiles({ search, sort, mayImport, hasFarms }: FarmFilesProps) {
  const call = useCall();
  const { data: session } = useSession();
  const { part: FarmImport, fetchPart } = useLazyModule(loadImport);
  const [isImporting, setIsImporting] = useState(false);

  async function handleImport() {
    if (await fetchPart()) setIsImporting(true);
    else showToast('가져오기 화면을 불러오지 못했습니다. 연결을 확인하고 다시 눌러 주세요.', 'failed');
  }
  return (
    <>
      {mayImport && (
        <Button onClick={() => void handleImport()} icon={<FileUp aria-hidden className="size-5" />}>
          가져오기
        </Button>
      )}
      {hasFarms && (
        <ExportButton
          fileName="농장 목록"
          heads={[...farmColumns.map(({ title }) => title), '농장주', '권한', '선도농가']}
          load={async () =>
            (await everyPage((page) => call(manageFarms, { query: { search, sort, ...page } }))).map((row) => [
              ...farmColumns.map(({ key }) => row[key]),
              personWords(row.owner),
              rightWords(row, session?.userId ?? null),
              row.isLeadFarm ? '예' : '',
            ])
          }
        />
      )}
      {FarmImport && <FarmImport isOpen={isImporting} onClose={() => setIsImporting(false)} />}
    </>
  );
}
