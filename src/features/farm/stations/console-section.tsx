import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { issuePushAddress, pushAddress, revokePushAddress } from '#contract/weather/push-address.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { troubleText, useSave } from '#src/api/write/use-save.ts';
import { selectAll } from '#src/lib/copy-text.ts';
import { formatAge } from '#src/lib/format-date.ts';
import { showToast } from '#src/lib/toasts.ts';
import { Button } from '#src/ui/button/button.tsx';
import { CopyButton } from '#src/ui/button/copy-button.tsx';
import { ShareButton } from '#src/ui/button/share-button.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { StatusTag } from '#src/ui/feedback/status-tag.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { consoleMessage, consoleSettings } from './console-message.tsx';

/** Interval of checking for the console's first message, ms. */
const LOOK_MS = 10_000;

type ConsoleSectionProps = { farm: { index: number; farmName: string } };

/** The address to which a farm's own console sends data: create, share, replace and delete. */
export function ConsoleSection({ farm }: ConsoleSectionProps) {
  const now = useAgesTo();
  const asked = { params: { id: farm.index } };
  const query = readQuery(pushAddress, asked);
  const address = useQuery({ ...query, refetchInterval: LOOK_MS });
  const client = useQueryClient();
  const { attempt: issue } = useSave(issuePushAddress);
  const { attempt: revoke } = useSave(revokePushAddress);
  const { ask, dialog } = useConfirm();
  const [isBusy, setIsBusy] = useState(false);
  const { path = null, heardAt = null } = address.data?.value ?? {};

  /** A new request each time: a repeated response does not contain the secret. */
  async function make(): Promise<{ error: string } | undefined> {
    const outcome = await issue(asked);
    if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
    await client.invalidateQueries({ queryKey: query.queryKey });
    showToast(outcome.answer.message);
    return undefined;
  }
  async function handleMake() {
    setIsBusy(true);
    const refused = await make();
    setIsBusy(false);
    if (refused) showToast(refused.error, 'failed');
  }
  function handleRenew() {
    ask({
      title: '새 주소를 만들까요?',
      text: <p>지금 쓰는 주소는 바로 쓸 수 없게 됩니다. 기상대에 새 주소를 넣을 때까지 값이 오지 않습니다.</p>,
      confirmLabel: '새 주소 만들기',
      onConfirm: make,
    });
  }
  function handleRevoke() {
    ask({
      title: '주소를 중지할까요?',
      text: <p>기상대가 직접 보내는 값을 지금부터 받지 않습니다. 지난 기록은 남습니다.</p>,
      confirmLabel: '주소 중지',
      async onConfirm() {
        const outcome = await revoke(asked);
        if ('trouble' in outcome) return { error: troubleText(outcome.trouble) };
        await client.invalidateQueries({ queryKey: query.queryKey });
        showToast(outcome.answer.message);
        return undefined;
      },
    });
  }

  return (
    <FormSection
      title="기상대에서 바로 받기"
      lead="Ambient Weather 기상대의 표시기가 인터넷 계정 없이 이 서버로 값을 보내게 합니다. 인터넷이 끊긴 농장에서도 됩니다."
    >
      {address.isError && path === null && <p>서버에 연결되면 주소를 보여 드립니다.</p>}
      {address.data && path === null && (
        <Button onClick={() => void handleMake()} isBusy={isBusy} className="self-start">
          보낼 주소 만들기
        </Button>
      )}
      {path !== null && (
        <>
          <p className="flex flex-wrap items-center gap-2">
            {heardAt === null ? (
              <StatusTag tone="quiet">첫 값을 기다립니다</StatusTag>
            ) : (
              <span className="font-semibold text-leaf">마지막으로 받음: {formatAge(now - Date.parse(heardAt))}</span>
            )}
          </p>
          <Settings farm={farm} path={path} />
          <div className="flex flex-wrap gap-3 max-sm:flex-col">
            <Button onClick={handleRenew}>새 주소 만들기</Button>
            <Button variant="danger" onClick={handleRevoke}>
              주소 중지
            </Button>
          </div>
        </>
      )}
      {dialog}
    </FormSection>
  );
}

function Settings({ farm, path }: ConsoleSectionProps & { path: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <>
      <p className="text-ink-soft">
        표시기나 awnet 앱의 날씨 서버 설정에서 ‘Customized’를 켜고 아래와 같이 넣어 주세요. 표시기는 대개 https로 보내지
        못하니, 이 서버가 https로만 열려 있으면 관리자에게 http로 받는 주소를 물어보세요.
      </p>
      <FactList
        facts={consoleSettings(location, path).map(({ label, value, isSecret }) => ({
          label,
          value: (
            <code ref={isSecret ? shown : undefined} translate="no" className="font-mono break-all select-all">
              {value}
            </code>
          ),
        }))}
      />
      <div className="flex flex-wrap items-start gap-3 max-sm:*:w-full">
        <ShareButton
          variant="primary"
          label="설치 기사에게 보내기"
          title={`${farm.farmName} 기상대 연결 정보`}
          text={consoleMessage(farm.farmName, consoleSettings(location, path))}
        />
        <CopyButton text={path} label="경로 복사" onFail={() => selectAll(shown.current)} />
      </div>
      <p className="text-ink-soft">경로는 비밀번호와 같으니 다른 사람에게 보이지 마세요.</p>
    </>
  );
}
