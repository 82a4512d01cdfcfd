import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { listFarms } from '#contract/farm.ts';
import { readQuery } from '#src/api/query.ts';
import { FarmManagePage } from '#src/features/farm/farm-manage-page.tsx';
import { useTitle } from '../../-use-title.ts';

export const Route = createFileRoute('/cms/farm/farm-manage')({
  // Opened with open=true when the user has no farm.
  validateSearch: ({ open }: Record<string, unknown>): { open?: boolean } => (open === true ? { open } : {}),
  component: FarmManage,
});

function FarmManage() {
  useTitle('농장 관리');
  const farms = useQuery(readQuery(listFarms, {}));
  if (farms.isError && !farms.data) throw farms.error;
  return <FarmManagePage farms={farms.data?.value} />;
}
