import { createFileRoute } from '@tanstack/react-router';
import { cropSorts } from '#contract/wire/sorts.ts';
import type { CropListSearch } from '#src/features/crop/crop-list-search.ts';
import { CropManagePage } from '#src/features/crop/crop-manage-page.tsx';
import { listSearch } from '../../-list-search.ts';
import { useChosenFarm } from '../../-use-chosen-farm.ts';
import { useMayWrite } from '../../-use-may-write.ts';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/crop-manage')({
  validateSearch: (raw: Record<string, unknown>): CropListSearch => ({
    ...listSearch(cropSorts, raw),
    ...(raw.all === true && { all: raw.all }),
  }),
  component: CropManage,
});

function CropManage() {
  useTitle('작물 관리');
  const { farms, farm } = useChosenFarm();
  const navigate = Route.useNavigate();
  const mayWrite = useMayWrite('/cms/farm/crop-manage');
  return (
    <CropManagePage
      farms={farms}
      farm={farm}
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (was) => ({ ...was, ...change }), resetScroll: 'page' in change })}
      mayWrite={mayWrite}
    />
  );
}
