import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { RuleFamily } from '#contract/control/rule/rule.ts';
import { getRuleChoices, type RuleChoices } from '#contract/control/rule/rule-calls.ts';
import type { Farm } from '#contract/farm/farm.ts';
import { NoAnswerError } from '#src/api/call/errors.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { awaitsServer } from '#src/api/read/awaits-server.ts';
import { readQuery } from '#src/api/read/query.ts';
import { useIsOffline } from '#src/api/session/use-is-offline.ts';
import { useNavigateFromHere } from '#src/lib/navigation.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { CopyHouse } from './copy-house.tsx';
import { copyOf, newRule } from './new-rule.ts';
import { RuleFormOf } from './rule-form-of.tsx';
import { RuleListLink } from './rule-link.tsx';
import { MissingChannels } from './rule-needs.tsx';
import { familyWords, OFFLINE_WORDS } from './rule-words.tsx';

type RuleCreatePageProps = {
  family: RuleFamily;
  /** The chosen farm. Needs a key per farm. */
  farm: Pick<Farm, 'index' | 'farmName'>;
  /** Id of the rule to copy. */
  from: string | undefined;
  /** The user may write rules of this family on this farm; the server checks it itself. */
  mayWrite: boolean;
};

/** A new rule; it is off and only watching by default. */
export function RuleCreatePage({ family, farm, from, mayWrite }: RuleCreatePageProps) {
  const now = useAgesTo();
  const isOffline = useIsOffline();
  const navigate = useNavigateFromHere();
  const choices = useQuery(readQuery(getRuleChoices, { params: { id: farm.index } }));
  const isCutOff = isOffline || choices.error instanceof NoAnswerError;
  if (choices.isError && !choices.data && !isCutOff) throw choices.error;
  const isAwaited = awaitsServer(choices);
  // Read once: a later response must not reset the form.
  const [opened, setOpened] = useState<RuleChoices>();
  if (mayWrite && !opened && choices.data && !isAwaited && !isOffline) setOpened(choices.data.value);
  const model = opened?.rules.find(({ id, fields }) => id === from && fields.family === family)?.fields;
  const [house, setHouse] = useState<string>();
  const { title } = familyWords[family];
  const beginning = useMemo(() => {
    if (!opened) return undefined;
    return model ? copyOf(model, opened, house) : newRule(family, opened);
  }, [opened, model, house, family]);
  return (
    <div className="flex flex-col gap-5">
      <PageHead
        title={`${title} 만들기`}
        renderBack={(children, className) => (
          <RuleListLink family={family} className={className}>
            {children}
          </RuleListLink>
        )}
        backLabel={`${title} 목록`}
        lead={model ? `'${model.name}'의 복사본입니다.` : farm.farmName}
      />
      {!mayWrite && <Banner tone="info">이 농장은 보기만 할 수 있어 규칙을 만들 수 없습니다.</Banner>}
      {mayWrite && !opened && isCutOff && (
        <Banner tone="offline">{OFFLINE_WORDS} 적던 것이 있으면 이 기기에 남아 있습니다.</Banner>
      )}
      {mayWrite && !opened && !isCutOff && <Skeleton className="h-[60rem] max-w-2xl" />}
      {opened && <MissingChannels family={family} channels={opened.channels} />}
      {opened && model && <CopyHouse rule={model} channels={opened.channels} house={house} onHouse={setHouse} />}
      {opened && beginning && (
        <RuleFormOf
          key={house}
          fields={beginning}
          choices={opened}
          farmIndex={farm.index}
          self={undefined}
          now={now}
          isOffline={isOffline}
          onSaved={({ id }, message) => {
            showToast(message);
            void navigate({ to: '/cms/control/{$family}-edit/$id', params: { family, id }, replace: true });
          }}
        />
      )}
    </div>
  );
}
