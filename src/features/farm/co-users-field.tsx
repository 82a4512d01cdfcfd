import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { coUserChoices, type FarmFields, type Person } from '#contract/farm/farm-manage.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { FieldProblems } from '#src/lib/form-store.ts';
import { SingleChips } from '#src/ui/chips.tsx';
import { Combobox } from '#src/ui/field/combobox.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { memberRights, personWords } from './farm-words.tsx';

type CoUsers = FarmFields['coUsers'];

type CoUsersFieldProps = {
  value: CoUsers;
  onChange: (coUsers: CoUsers) => void;
  problems: FieldProblems;
  /** Cannot be a co-user of their own farm. */
  ownerId: string | null;
  /** Names of those who are co-users already, also when the list of users is out of reach. */
  known: readonly Person[];
};

const rightChips = [
  { value: 'read', label: memberRights.read },
  { value: 'write', label: memberRights.write },
] as const;

/** Who shares the farm, and what they may do. */
export function CoUsersField({ value, onChange, problems, ownerId, known }: CoUsersFieldProps) {
  const choices = useQuery(readQuery(coUserChoices, {}));
  const users = choices.data?.value.users ?? [];
  const isTaken = (userId: string) => userId === ownerId || value.some((member) => member.userId === userId);
  const free = users.filter(({ userId }) => !isTaken(userId));
  const nameOf = (userId: string) =>
    [...known, ...users].find((person) => person.userId === userId) ?? { userId, name: '' };

  function add(userId: string) {
    const next = [...value, { userId, right: 'read' as const }];
    onChange(next.sort((a, b) => (a.userId < b.userId ? -1 : 1)));
  }
  return (
    <div className="flex flex-col gap-4">
      {value.length > 0 && (
        <ul aria-label="공동 사용자" className="flex flex-col gap-3">
          {value.map((member, at) => (
            <li key={member.userId} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken p-3">
              <span className="min-w-0 flex-1 font-semibold">{personWords(nameOf(member.userId))}</span>
              <div className="max-sm:order-1 max-sm:basis-full">
                <SingleChips
                  label={`${personWords(nameOf(member.userId))} 권한`}
                  chips={rightChips}
                  value={member.right}
                  onChange={(right) => onChange(value.with(at, { ...member, right }))}
                />
              </div>
              <IconButton
                label={`${personWords(nameOf(member.userId))} 빼기`}
                onClick={() => onChange(value.toSpliced(at, 1))}
              >
                <X aria-hidden className="size-6" />
              </IconButton>
              <MemberProblem name={`coUsers.${at}.userId`} problems={problems} />
            </li>
          ))}
        </ul>
      )}
      <Combobox
        // Empty again after each choice.
        key={value.length}
        name="coUsers"
        label="더할 사람"
        placeholder={choices.data ? '이름이나 아이디로 찾기' : '사람 목록을 불러오는 중입니다'}
        choices={free.map((person) => ({ value: person.userId, label: personWords(person) }))}
        value={null}
        onChange={add}
        error={problems.coUsers}
        help={
          choices.isError && !choices.data
            ? '지금은 사람 목록을 볼 수 없습니다. 연결되면 다시 열어 주세요.'
            : '‘보기만’은 값을 보기만 하고, ‘함께 관리’는 작물과 장치도 바꿀 수 있습니다.'
        }
      />
    </div>
  );
}

function MemberProblem({ name, problems }: { name: string; problems: FieldProblems }) {
  const problem = problems[name];
  return problem === undefined ? null : <p className="order-2 basis-full text-danger-ink">{problem}</p>;
}
