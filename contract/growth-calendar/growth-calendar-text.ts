/** Messages about a growth calendar that are more specific than the general one of the schema. */
export const calendarProblems = {
  noTemperature: '숫자로 8이나 5~8처럼, 또는 ‘자연온도’라고 적어 주세요.',
  noWater: '숫자로 8이나 5~8처럼, 또는 ‘절수 관리’라고 적어 주세요.',
  temperature: '-5 ℃에서 45 ℃까지 입력할 수 있습니다.',
  watering: '10a에 0.1 t에서 60 t까지 입력할 수 있습니다.',
  interval: '1일에서 60일까지 입력할 수 있습니다.',
  order: '뒤의 값이 앞의 값보다 커야 합니다.',
  crossed: '밤 최저는 낮 최고보다 낮아야 합니다.',
} as const;
