import { LegalSection, LegalText } from './legal-text.tsx';

/** /cms/policy. Describes what this program stores and where; its operator is responsible. */
export function PolicyPage() {
  return (
    <LegalText
      title="개인정보처리방침"
      lead="이 시스템은 농장이나 단체가 자기 서버에 설치해 씁니다. 자료는 그 서버와 사용자의 기기에만 있으며, 서버를 운영하는 쪽(아래에서 ‘운영자’)이 책임지고 관리합니다."
    >
      <LegalSection heading="1. 서버에 보관하는 것">
        <ul>
          <li>
            계정: 아이디, 이름, 권한, 그리고 사용자가 스스로 적은 연락처. 비밀번호는 되돌릴 수 없게 바꾼 값만
            보관합니다.
          </li>
          <li>농장: 이름, 주소, 위치, 면적, 재배 작물, 함께 쓰는 사용자.</li>
          <li>센서와 장치의 측정값, 장치를 움직인 기록.</li>
          <li>로그인 기록과 설정을 바꾼 기록(누가, 언제, 무엇을).</li>
        </ul>
      </LegalSection>
      <LegalSection heading="2. 쓰는 목적">
        <p>
          온실 상태를 보여 주고, 농장을 함께 쓰는 사람을 구분하고, 고장과 부정 사용을 밝히는 데에만 씁니다. 광고에
          쓰거나 팔지 않습니다.
        </p>
      </LegalSection>
      <LegalSection heading="3. 기기에 남는 것">
        <ul>
          <li>연결이 끊겨도 볼 수 있도록, 본 화면의 값이 사용자별로 기기에 저장됩니다.</li>
          <li>로그아웃을 누르면 그 사용자의 저장된 값이 기기에서 지워집니다.</li>
          <li>한 시간이 지나 저절로 로그아웃되면 값은 잠긴 채 남아, 같은 사용자가 다시 로그인해야 볼 수 있습니다.</li>
          <li>
            여럿이 함께 쓰는 기기는 내 정보에서 그렇게 정해 둘 수 있습니다. 15분 동안 쓰지 않으면 로그아웃되고, 7일 동안
            보지 않은 기록은 지워집니다.
          </li>
          <li>쿠키는 로그인을 유지하는 데 꼭 필요한 것만 씁니다. 방문 통계나 추적 도구는 없습니다.</li>
        </ul>
      </LegalSection>
      <LegalSection heading="4. 다른 곳에 주는 정보">
        <p>
          이 시스템은 개인정보를 다른 회사나 기관에 보내지 않습니다. 농장을 공유하면 공유받은 사용자가 그 농장의 값을 볼
          수 있습니다. 법에 따라 제출해야 하는 경우는 운영자가 판단하고 사용자에게 알립니다.
        </p>
      </LegalSection>
      <LegalSection heading="5. 보관 기간과 삭제">
        <p>
          계정을 없애 달라고 하면 운영자가 계정과 연락처를 지웁니다. 측정값은 농장의 기록이므로 농장이 있는 동안
          보관하며, 보관 기간은 운영자가 정할 수 있습니다.
        </p>
      </LegalSection>
      <LegalSection heading="6. 사용자의 권리">
        <p>
          자기 정보를 보고, 고치고, 지워 달라고 운영자에게 요구할 수 있습니다. 운영자의 연락처가 등록되어 있으면 화면
          아래에 나옵니다. 해결되지 않으면 개인정보침해신고센터(국번 없이 118)에 도움을 청할 수 있습니다.
        </p>
      </LegalSection>
    </LegalText>
  );
}
