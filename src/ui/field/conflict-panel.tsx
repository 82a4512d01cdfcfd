import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#src/lib/class-names.ts';
import { TABLET, useMedia } from '#src/lib/use-media.ts';
import { Button } from '../button/button.tsx';
import { FocusOnMount } from '../focus-on-mount.tsx';

/** A field that two users changed to different values; values are formatted, '-' for none. */
type ConflictField<Name extends string = string> = {
  name: Name;
  label: string;
  /** The value when editing began. */
  base: ReactNode;
  mine: ReactNode;
  /** The value that is stored now. */
  theirs: ReactNode;
};

export type Side = 'mine' | 'theirs';

export type ConflictPanelProps<Name extends string> = {
  fields: readonly ConflictField<Name>[];
  /** Who changed it and when, in a sentence, if known. */
  children?: ReactNode;
  /** Called with a choice for every field. */
  onSave: (sides: Record<Name, Side>) => void;
  /** Returns to the form; the typed values stay. */
  onCancel: () => void;
  isBusy?: boolean;
};

/** Resolves a conflict field by field. No choice is preset. Takes the focus on mount. */
export function ConflictPanel<Name extends string>(props: ConflictPanelProps<Name>) {
  const { fields, children, onSave, onCancel, isBusy } = props;
  const id = useId();
  const isTable = useMedia(TABLET);
  const [sides, setSides] = useState<Partial<Record<Name, Side>>>({});
  const open = fields.filter((field) => sides[field.name] === undefined).length;

  function handleSave() {
    if (isDecided(fields, sides)) onSave(sides);
  }
  const rows: RowsProps<Name> = {
    group: id,
    fields,
    sides,
    onChoose: (name, side) => setSides((known) => ({ ...known, [name]: side })),
  };
  return (
    <FocusOnMount>
      <section aria-labelledby={id} className="flex flex-col gap-4 rounded-card bg-card p-4 shadow-card sm:p-5">
        <div className="flex flex-col gap-1">
          <h2 id={id} className="text-lg font-bold">
            고치는 동안 다른 사람이 먼저 바꾸었습니다
          </h2>
          <p>항목마다 저장할 값을 골라 주세요. 고르기 전에는 아무것도 바뀌지 않습니다.</p>
          {children !== undefined && <p className="text-ink-soft">{children}</p>}
        </div>
        {isTable ? <ConflictTable {...rows} /> : <ConflictStack {...rows} />}
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:items-center sm:justify-end">
          <p aria-live="polite" className="text-ink-soft max-sm:order-1 sm:mr-auto">
            {open > 0 ? `${open}개 항목을 더 골라 주세요.` : '모두 골랐습니다.'}
          </p>
          <Button onClick={onCancel}>돌아가기</Button>
          <Button variant="primary" disabled={open > 0} isBusy={isBusy ?? false} onClick={handleSave}>
            이대로 저장
          </Button>
        </div>
      </section>
    </FocusOnMount>
  );
}

function isDecided<Name extends string>(
  fields: readonly ConflictField<Name>[],
  sides: Partial<Record<Name, Side>>,
): sides is Record<Name, Side> {
  return fields.every((field) => sides[field.name] !== undefined);
}

const titles = { base: '처음 값', mine: '내가 바꾼 값', theirs: '지금 저장된 값' } as const;

type RowsProps<Name extends string> = {
  /** Prefix of the radio group names, unique per panel. */
  group: string;
  fields: readonly ConflictField<Name>[];
  sides: Partial<Record<Name, Side>>;
  onChoose: (name: Name, side: Side) => void;
};

function ConflictTable<Name extends string>({ group, fields, sides, onChoose }: RowsProps<Name>) {
  return (
    <table className="w-full table-fixed border-separate border-spacing-x-2 border-spacing-y-2">
      <thead>
        <tr className="text-left text-ink-soft">
          <th scope="col" className="w-1/5 font-semibold">
            항목
          </th>
          <th scope="col" className="font-semibold">
            {titles.base}
          </th>
          <th scope="col" className="font-semibold">
            {titles.mine}
          </th>
          <th scope="col" className="font-semibold">
            {titles.theirs}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field.name} className="align-top">
            <th scope="row" className="py-3 text-left font-semibold">
              {field.label}
            </th>
            <td className="py-3 text-ink-soft">{field.base}</td>
            {(['mine', 'theirs'] as const).map((side) => (
              <td key={side}>
                <SideChoice
                  group={`${group} ${field.name}`}
                  name={`${field.label}, ${titles[side]}`}
                  isChosen={sides[field.name] === side}
                  onChoose={() => onChoose(field.name, side)}
                >
                  {field[side]}
                </SideChoice>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ConflictStack<Name extends string>({ group, fields, sides, onChoose }: RowsProps<Name>) {
  return (
    <div className="flex flex-col gap-5">
      {fields.map((field) => (
        <fieldset key={field.name} className="min-w-0 border-t border-line pt-4">
          <legend className="float-left w-full font-semibold">{field.label}</legend>
          <p className="clear-both mb-2 text-ink-soft">
            {titles.base} <span className="text-ink">{field.base}</span>
          </p>
          <div className="flex flex-col gap-2">
            {(['mine', 'theirs'] as const).map((side) => (
              <SideChoice
                key={side}
                group={`${group} ${field.name}`}
                name={titles[side]}
                isNameShown
                isChosen={sides[field.name] === side}
                onChoose={() => onChoose(field.name, side)}
              >
                {field[side]}
              </SideChoice>
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  );
}

type SideChoiceProps = {
  group: string;
  name: string;
  isNameShown?: boolean;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
};

function SideChoice({ group, name, isNameShown, isChosen, onChoose, children }: SideChoiceProps) {
  return (
    <label
      className={classNames(
        'flex min-h-touch cursor-pointer items-center gap-3 rounded-card px-3 py-2 transition-colors has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
        isChosen ? 'bg-leaf-tint inset-ring-2 inset-ring-leaf' : 'inset-ring inset-ring-line-strong hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="size-6 shrink-0 appearance-none rounded-full bg-card inset-ring-2 inset-ring-line-strong outline-none checked:inset-ring-7 checked:inset-ring-leaf"
      />
      <span className="min-w-0">
        <span className={isNameShown ? 'block text-age text-ink-soft' : 'sr-only'}>{name}</span>{' '}
        <span className={isChosen ? 'font-semibold' : undefined}>{children}</span>
      </span>
    </label>
  );
}
