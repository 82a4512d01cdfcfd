import Plus from 'lucide-react/icons/plus';
import {
  type Condition,
  type ConditionGroup,
  isGroup,
  leavesOf,
  MAX_LEAVES,
} from '#contract/control/rule/condition.ts';
import type { ChoiceChannel } from '#contract/control/rule/rule-calls.ts';
import { Button } from '#src/ui/button/button.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import { ConditionFields, newCondition } from './condition-fields.tsx';
import { RowList } from './row-list.tsx';

type Item = ConditionGroup['items'][number];
type Nested = Exclude<Item, Condition>;

const matchWords = { all: '모두 맞으면', any: '하나라도 맞으면' } as const;

type ConditionRowsProps = {
  value: ConditionGroup;
  onChange: (group: ConditionGroup) => void;
  errorOf: (name: string) => string | undefined;
  channels: readonly ChoiceChannel[];
  hasOwnStation: boolean;
};

/** The conditions of which all or any must hold, one card each; a card may be a nested group. */
export function ConditionRows({ value, onChange, errorOf, channels, hasOwnStation }: ConditionRowsProps) {
  const { items } = value;
  const set = (next: Item[]) => onChange({ ...value, items: next });
  const offered = leavesOf(value).length < MAX_LEAVES ? newCondition('sensor', channels) : undefined;
  return (
    <>
      <ChoiceSelect
        label="여러 조건이"
        name="when.match"
        error={undefined}
        value={value.match}
        onChange={(match) => onChange({ ...value, match })}
        words={matchWords}
      />
      <RowList<Item>
        name="when.items"
        label="조건"
        error={errorOf('when.items')}
        rows={items}
        onChange={set}
        titleOf={(place) => (isNested(items[place - 1]) ? `${place}번 묶음` : `${place}번 조건`)}
        offered={offered}
        addLabel="조건 더하기"
      >
        {(item, at) => {
          const change = (next: Item) => set(items.map((one, i) => (i === at ? next : one)));
          const given = { name: `when.items.${at}`, errorOf, channels, hasOwnStation };
          return isGroup(item) ? (
            <GroupFields
              group={item}
              place={at + 1}
              set={(next) => (next.items.length > 0 ? change(next) : set(items.filter((_, i) => i !== at)))}
              offered={offered}
              {...given}
            />
          ) : (
            <ConditionFields condition={item} set={change} {...given} />
          );
        }}
      </RowList>
      <Button
        onClick={() =>
          offered &&
          set([...items, { match: value.match === 'all' ? 'any' : 'all', items: [offered] } satisfies Nested])
        }
        disabled={!offered}
        icon={<Plus aria-hidden className="size-5" />}
        className="self-start"
      >
        조건 묶음 더하기
      </Button>
    </>
  );
}

const isNested = (item: Item | undefined) => item !== undefined && isGroup(item);

type GroupFieldsProps = Pick<ConditionRowsProps, 'errorOf' | 'channels' | 'hasOwnStation'> & {
  group: Nested;
  place: number;
  name: string;
  set: (next: Nested) => void;
  offered: Condition | undefined;
};

/** A nested group of conditions; removing its last condition removes the group. */
function GroupFields({ group, place, name, set, offered, ...given }: GroupFieldsProps) {
  const { match, items } = group;
  return (
    <>
      <ChoiceSelect
        label="묶음 안의 조건이"
        name={`${name}.match`}
        error={undefined}
        value={match}
        onChange={(next) => set({ ...group, match: next })}
        words={matchWords}
      />
      <RowList<Condition>
        name={`${name}.items`}
        label="묶음 안의 조건"
        error={given.errorOf(`${name}.items`)}
        rows={items}
        onChange={(next) => set({ ...group, items: next })}
        titleOf={(below) => `${place}-${below}번 조건`}
        offered={offered}
        addLabel="묶음에 조건 더하기"
      >
        {(condition, at) => (
          <ConditionFields
            condition={condition}
            name={`${name}.items.${at}`}
            set={(next) => set({ ...group, items: items.map((one, i) => (i === at ? next : one)) })}
            {...given}
          />
        )}
      </RowList>
    </>
  );
}
