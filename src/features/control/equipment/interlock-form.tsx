import { interlockUnits } from '#contract/control/control-text.ts';
import {
  builtInSettings,
  type InterlockCode,
  type InterlockFigureName,
  type InterlockSettings,
  interlockFigures,
  interlockRows,
  interlockSettings,
} from '#contract/control/protection/interlock.ts';
import { type Protections, updateInterlock } from '#contract/control/protection/protection-calls.ts';
import { figurePhrase } from '#contract/control/words/phrases-text.ts';
import { useEntryForm } from '#src/api/write/use-entry-form.ts';
import { useSave } from '#src/api/write/use-save.ts';
import { showToast } from '#src/lib/toasts.ts';
import { EntryConflictPanel } from '#src/ui/field/entry-conflict-panel.tsx';
import { Form } from '#src/ui/field/form.tsx';
import { FormActions } from '#src/ui/field/form-actions.tsx';
import { NumberField } from '#src/ui/field/number-field.tsx';
import { Switch } from '#src/ui/field/switch.tsx';
import { TextField } from '#src/ui/field/text-field.tsx';

/** What the threshold of an interlock is compared with; '' where it has none. */
const valueLabels: { readonly [Code in InterlockCode]: string } = {
  heaterVent: '창이 이보다 열리면',
  co2Vent: '창이 이보다 열리면',
  co2High: '이산화탄소가 이만큼 되면',
  wind: '바람이 이보다 세면',
  gale: '바람이 이보다 세면',
  rain: '',
  coldRain: '',
  coldOutside: '바깥이 이보다 추우면',
  dryPump: '정상 유량의 이만큼도 흐르지 않으면',
  burst: '정상 유량의 이만큼 넘게 흐르면',
  leak: '이보다 많이 흐르면',
  coldWater: '온도가 이보다 낮으면',
  overheat: '온도가 이보다 높으면',
};

function labelsOf(code: InterlockCode): Readonly<Record<keyof InterlockSettings, string>> {
  return {
    isOn: '인터록 사용',
    value: valueLabels[code],
    limitPct: '그때 열 수 있는 만큼',
    holdSec: '그친 뒤 더 지키는 시간',
    reason: '이유',
  };
}

type InterlockFormProps = {
  channel: number;
  interlock: Pick<Protections['interlocks'][number], 'code' | 'name' | 'own'>;
  onClose: () => void;
};

/** One interlock of one actuator, which its owner may make stricter or switch off. */
export function InterlockForm({ channel, interlock: { code, name, own }, onClose }: InterlockFormProps) {
  const { attempt } = useSave(updateInterlock);
  const { isOn, value, limitPct, holdSec, reason } = own ?? builtInSettings;
  const { form, conflict, draft } = useEntryForm<InterlockSettings, { message: string }>({
    name: `interlock ${channel} ${code}`,
    initial: { isOn, value, limitPct, holdSec, reason },
    schema: interlockSettings(code),
    send: (mine, base) => attempt({ params: { id: channel, interlock: code }, body: { ...mine, base } }),
    onSaved: ({ message }) => {
      showToast(message);
      onClose();
    },
  });
  const labels = labelsOf(code);
  if (conflict)
    return <EntryConflictPanel {...conflict} labels={labels} wordsOf={(field, set) => wordsOf(set[field])} />;
  return (
    <Form
      form={form}
      draft={draft}
      label={`${name} 인터록`}
      actions={<FormActions isBusy={form.isBusy} onCancel={onClose} isInPlace />}
    >
      {interlockRows[code].mayBeOff ? (
        <Switch
          label={labels.isOn}
          {...form.field('isOn')}
          help="끄면 이 장비를 막지 않습니다. 꺼 둔 동안 손볼 일과 제어 화면에 보입니다."
        />
      ) : (
        <p className="text-ink-soft">사람과 장비를 지키는 인터록이라 끌 수 없고, 더 엄하게만 정할 수 있습니다.</p>
      )}
      {interlockFigures.map((figure) => {
        const row = interlockRows[code][figure];
        return (
          row && (
            <NumberField
              key={figure}
              label={labels[figure]}
              unit={interlockUnits[row.unit]}
              help={rangeWords(code, figure)}
              {...form.field(figure)}
            />
          )
        );
      })}
      <TextField
        label={labels.reason}
        maxLength={200}
        {...form.text('reason')}
        help="처음대로 되돌릴 때는 비워도 됩니다."
      />
    </Form>
  );
}

/** '비워 두면 처음대로 8 m/s, 3 m/s까지 더 엄하게 정할 수 있습니다.' */
function rangeWords(code: InterlockCode, figure: InterlockFigureName): string {
  const row = interlockRows[code][figure];
  if (!row) return '';
  const [builtIn, strictest] = [row.builtIn, row.strictest].map(
    (one) => `${figurePhrase(one)} ${interlockUnits[row.unit]}`,
  );
  return `비워 두면 처음대로 ${builtIn}. ${strictest}까지 더 엄하게 정할 수 있습니다.`;
}

function wordsOf(value: InterlockSettings[keyof InterlockSettings]): string {
  if (typeof value === 'boolean') return value ? '켬' : '끔';
  if (typeof value === 'number') return figurePhrase(value);
  return value === null ? '처음대로' : value || '-';
}
