import Award from 'lucide-react/icons/award';
import type { FarmFacts } from '#contract/farm/farm.ts';

type FarmNameProps = { farm: Pick<FarmFacts, 'farmName' | 'isLeadFarm'> };

/** A farm's name; lead farms, which others can compare with, are marked. */
export function FarmName({ farm: { farmName, isLeadFarm } }: FarmNameProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {farmName}
      {isLeadFarm && <LeadFarmTag />}
    </span>
  );
}

function LeadFarmTag() {
  return (
    <span className="inline-flex h-7 items-center gap-1 rounded-full bg-leaf-tint px-2.5 text-age font-semibold whitespace-nowrap text-leaf-strong">
      <Award aria-hidden className="size-4 shrink-0" />
      선도농가
    </span>
  );
}
