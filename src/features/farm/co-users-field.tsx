import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type FarmFields, knownCoUsers, type Person } from '#contract/farm/farm-manage.ts';
import { farmProblems, personWords } from '#contract/farm/farm-text.ts';
import { withParticle } from '#contract/time/with-particle.ts';
import { readQuery } from '#src/api/read/query.ts';
import type { FieldProblems } from '#src/lib/form/form-store.ts';
import { Button } from '#src/ui/button/button.tsx';
import { IconButton } from '#src/ui/button/icon-button.tsx';
import { SingleChips } from '#src/ui/chips.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';
import { memberRights } from './farm-words.tsx';

type CoUsers = FarmFields['coUsers'];

type CoUsersFieldProps = {
  value: CoUsers;
  onChange: (coUsers: CoUsers) => void;
  problems: FieldProblems;
  /** The owner cannot be a co-user. */
  ownerId: string | null;
  /** Names of the present co-users. */
  known: readonly Person[];
};

/** The co-users of a farm and their rights. New ones are entered by login; saving resolves them. */
export function CoUsersField({ value, onChange, problems, ownerId, known }: CoUsersFieldProps) {
  const others = useQuery(readQuery(knownCoUsers, {})).data?.value.users ?? [];
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const nameOf = (userId: string) =>
    [...known, ...others].find((person) => isSameLogin(person.userId, userId)) ?? { userId, name: '' };

  /** The error of a login, as far as this page knows; '' if it was added. */
  function add(userId: string): string {
    if (ownerId !== null && isSameLogin(userId, ownerId)) return farmProblems.coUserIsOwner;
    if (value.some((member) => isSameLogin(member.userId, userId))) return farmProblems.coUserTwice;
    const next = [...value, { userId: nameOf(userId).userId, right: 'read' as const }];
    onChange(next.sort((a, b) => (a.userId < b.userId ? -1 : 1)));
    setSaid(`${withParticle(personWords(nameOf(userId)), '을')} 더했습니다.`);
    return '';
  }
  function remove(at: number, name: string) {
    onChange(value.toSpliced(at, 1));
    setSaid(`${withParticle(name, '을')} 뺐습니다.`);
    input.current?.focus();
  }
  return (
    <div className="flex flex-col gap-4">
      {value.length > 0 && (
        <ul aria-label="공동 사용자" className="flex flex-col gap-3">
          {value.map((member, at) => (
            <Member
              key={member.userId}
              member={member}
              field={`coUsers.${at}.userId`}
              name={personWords(nameOf(member.userId))}
              problem={problems[`coUsers.${at}.userId`]}
              onChange={(right) => onChange(value.with(at, { ...member, right }))}
              onRemove={(name) => remove(at, name)}
            />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <AddMember
        ref={input}
        onAdd={add}
        suggestions={others.filter(({ userId }) => !value.some((member) => isSameLogin(member.userId, userId)))}
        error={problems.coUsers}
      />
    </div>
  );
}

/** Logins are case-insensitive. */
function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

const rightChips = [
  { value: 'read', label: memberRights.read },
  { value: 'write', label: memberRights.write },
] as const;

type MemberProps = {
  member: CoUsers[number];
  /** The name in problems. */
  field: string;
  name: string;
  problem: string | undefined;
  onChange: (right: CoUsers[number]['right']) => void;
  onRemove: (name: string) => void;
};

function Member({ member, field, name, problem, onChange, onRemove }: MemberProps) {
  return (
    <li
      data-field={field}
      className="flex scroll-mt-6 flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-sunken p-3"
    >
      <span data-field-label className="min-w-0 flex-1 break-all font-semibold">
        {name}
      </span>
      <div className="max-sm:order-1 max-sm:basis-full">
        <SingleChips label={`${name} 권한`} chips={rightChips} value={member.right} onChange={onChange} />
      </div>
      <IconButton label={`${name} 빼기`} onClick={() => onRemove(name)}>
        <X aria-hidden className="size-6" />
      </IconButton>
      {problem !== undefined && <p className="order-2 basis-full text-danger-ink">{problem}</p>}
    </li>
  );
}

type AddMemberProps = {
  ref: RefObject<HTMLInputElement | null>;
  /** Returns the error, '' if none. */
  onAdd: (userId: string) => string;
  suggestions: readonly Person[];
  error: string | undefined;
};

function AddMember({ ref, onAdd, suggestions, error }: AddMemberProps) {
  const suggestionsId = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');

  function take() {
    const userId = typed.trim();
    if (userId === '') return;
    const found = onAdd(userId);
    setProblem(found);
    if (found === '') setTyped('');
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter adds the typed login; by default it would submit the form.
    event.preventDefault();
    take();
  }
  useTakenOnSubmit(ref, take);
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-56 max-sm:basis-full">
        <TextField
          ref={ref}
          name="coUsers"
          label="더할 사람의 아이디나 전화번호"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem('');
          }}
          onKeyDown={handleKey}
          list={suggestionsId}
          maxLength={64}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          help="상대가 로그인할 때 쓰는 그대로 입력해 주세요."
          error={problem || error}
        />
      </div>
      <datalist id={suggestionsId}>
        {suggestions.map((person) => (
          <option key={person.userId} value={person.userId}>
            {personWords(person)}
          </option>
        ))}
      </datalist>
      <Button
        icon={<UserPlus aria-hidden className="size-5" />}
        onClick={() => {
          take();
          ref.current?.focus();
        }}
        // Aligned with the input, below the label.
        className="max-sm:w-full sm:mt-[calc(1lh+0.375rem)]"
      >
        추가
      </Button>
      <p className="basis-full text-ink-soft">
        ‘보기만’은 값을 보기만 하고, ‘함께 관리’는 작물과 장치도 바꿀 수 있습니다.
      </p>
    </div>
  );
}

/** A login that was typed but not added is added on submit, before the form reads its values. */
function useTakenOnSubmit(input: RefObject<HTMLInputElement | null>, take: () => void) {
  useEffect(() => {
    const form = input.current?.form;
    form?.addEventListener('submit', take, { capture: true });
    return () => form?.removeEventListener('submit', take, { capture: true });
  });
}
