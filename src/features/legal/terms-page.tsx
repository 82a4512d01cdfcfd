import { LegalSection, LegalText } from './legal-text.tsx';

/** /cms/terms. What users can expect of the system, and what not. */
export function TermsPage() {
  return (
    <LegalText
      title="이용약관"
      lead="이 시스템을 운영하는 쪽(아래에서 ‘운영자’)과 사용자 사이의 약속입니다. 운영자가 따로 정한 약속이 있으면 그것이 앞섭니다."
    >
      <LegalSection heading="1. 계정">
        <ul>
          <li>계정은 받은 사람만 씁니다. 여럿이 쓰는 기기에서는 다 쓴 뒤 로그아웃해 주세요.</li>
          <li>비밀번호가 알려졌다고 생각되면 바로 바꾸고 운영자에게 알려 주세요.</li>
          <li>안전을 위해 로그인하고 한 시간이 지나면 저절로 로그아웃됩니다.</li>
        </ul>
      </LegalSection>
      <LegalSection heading="2. 농장과 자료">
        <p>
          농장의 측정값과 기록은 농장주의 것입니다. 농장주는 다른 사용자에게 보거나 고칠 권한을 주고 거둘 수 있습니다.
          공유받은 자료는 농장주가 허락한 데에만 씁니다.
        </p>
      </LegalSection>
      <LegalSection heading="3. 값의 한계">
        <ul>
          <li>
            센서는 고장 나거나 틀릴 수 있고, 연결이 끊기면 값이 늦게 들어옵니다. 오래된 값에는 지난 시간이 함께
            표시됩니다.
          </li>
          <li>화면의 판단과 목표값은 참고입니다. 작물과 시설에 관한 결정은 현장을 확인하고 내려 주세요.</li>
          <li>‘모의 데이터’라고 적힌 값은 연습용이며 실제 온실의 값이 아닙니다.</li>
        </ul>
      </LegalSection>
      <LegalSection heading="4. 장치를 움직이는 일">
        <p>
          난방기, 측창, 펌프처럼 움직이는 장치에는 이 시스템과 별개로 작동하는 안전장치가 있어야 합니다. 서리나 정전에
          대비한 경보를 이 시스템 하나에만 맡기지 마세요.
        </p>
      </LegalSection>
      <LegalSection heading="5. 서비스의 중단">
        <p>
          운영자는 점검이나 고장으로 시스템을 멈출 수 있으며, 미리 알 수 있는 일은 미리 알립니다. 그동안에도 기기에
          저장된 값은 볼 수 있습니다.
        </p>
      </LegalSection>
      <LegalSection heading="6. 하지 말아야 할 일">
        <p>
          권한 없는 농장의 자료를 보려 하거나, 시스템에 지나친 부담을 주거나, 거짓 측정값을 보내는 일은 할 수 없습니다.
        </p>
      </LegalSection>
      <LegalSection heading="7. 책임">
        <p>
          운영자는 자료를 조심해서 다루고 고장을 고치려 애씁니다. 법이 정한 책임을 이 약관으로 줄이지 않습니다. 다툼이
          생기면 먼저 이야기로 풀고, 풀리지 않으면 대한민국 법을 따릅니다.
        </p>
      </LegalSection>
    </LegalText>
  );
}
