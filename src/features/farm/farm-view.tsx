import LogOut from 'lucide-react/icons/log-out';
import type { FarmDetail } from '#contract/farm/farm-manage.ts';
import { personWords } from '#contract/farm/farm-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { FactList } from '#src/ui/fact-list.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { areaWords, memberRights, positionWords, rightWords } from './farm-words.tsx';
import { ambientWords, stationWords } from './weather-words.tsx';

type FarmViewProps = {
  farm: FarmDetail;
  myId: string | null;
  /** Undefined if the user cannot leave it: their own farm, or a read-only page. */
  onLeave: (() => void) | undefined;
};

/** A read-only view of a farm, with the reason. */
export function FarmView({ farm, myId, onLeave }: FarmViewProps) {
  const isShared = farm.right !== 'own';
  return (
    <div className="flex max-w-2xl flex-col gap-5">
      <Banner tone="info">
        {isShared
          ? `${personWords(farm.owner)} 님의 농장입니다. 농장 정보는 농장주만 바꿀 수 있습니다.`
          : '이 화면을 보기만 할 수 있는 권한입니다. 바꾸려면 관리자에게 문의해 주세요.'}
      </Banner>
      <Card aria-label="농장 정보">
        <FactList
          facts={[
            { label: '주소', value: farm.address || '-' },
            { label: '면적', value: areaWords(farm.areaM2) },
            { label: '좌표', value: positionWords(farm) },
            { label: '농장주', value: personWords(farm.owner) },
            { label: '내 권한', value: rightWords(farm, myId) },
            {
              label: '공동 사용자',
              value:
                farm.coUsers.length === 0 ? (
                  '-'
                ) : (
                  <ul>
                    {farm.coUsers.map((member) => (
                      <li key={member.userId}>
                        {personWords(member)} · {memberRights[member.right]}
                      </li>
                    ))}
                  </ul>
                ),
            },
            { label: '공공 기상 관측소', value: stationWords(farm.weather.publicStationId) },
            { label: '농장 기상대', value: ambientWords(farm.weather) },
          ]}
        />
      </Card>
      {onLeave && (
        <Button onClick={onLeave} icon={<LogOut aria-hidden className="size-5" />} className="self-start">
          함께 쓰기 그만두기
        </Button>
      )}
    </div>
  );
}
