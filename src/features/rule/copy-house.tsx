import { channelsMovedBy, type RuleFields } from '#contract/control/rule/rule.ts';
import type { RuleChoices } from '#contract/control/rule/rule-calls.ts';
import { houseOf, ruleForHouse } from '#contract/control/rule/rule-house.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';

type CopyHouseProps = {
  rule: RuleFields;
  channels: RuleChoices['channels'];
  /** The target house; undefined for the rule's own house. */
  house: string | undefined;
  onHouse: (house: string) => void;
};

/** The target house of a copy: sensors and equipment are replaced by those of the same name there. */
export function CopyHouse({ rule, channels, house, onHouse }: CopyHouseProps) {
  const own = houseOf(rule, channels);
  const moved = channelsMovedBy(rule);
  const types = new Set(channels.filter(({ index }) => moved.includes(index)).map(({ type }) => type));
  const able = channels.filter(({ areaName, type }) => areaName !== '' && areaName !== own && types.has(type));
  const others = [...new Set(able.map(({ areaName }) => areaName))];
  if (others.length === 0) return null;
  const missing = house === undefined ? [] : ruleForHouse(rule, channels, house).missing;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      <SingleChips
        label="어느 동에 둘 규칙입니까"
        isLabelShown
        help="고르면 센서와 장비가 그 동에서 이름이 같은 것으로 바뀝니다. 아래에 적던 것은 처음부터 다시입니다."
        chips={others.map((area) => ({ value: area, label: area }))}
        value={house ?? null}
        onChange={onHouse}
      />
      {missing.length > 0 && (
        <Banner tone="warn">
          {house}에는 {missing.map(({ name }) => name).join(', ')}에 맞는 것이 없어 뺐습니다. 아래에서 골라 주세요.
        </Banner>
      )}
    </div>
  );
}
