/**
 * Beginnings of the stages in which a disease finds its way in, as growth calendars call them. Grey mould enters through
 * petals; scab takes young leaves and fruit until some weeks after petal fall.
 */
export const petalStages = ['개화', '만개', '낙화'] as const;
export const tenderStages = [...petalStages, '발아', '신초', '1차 생리낙과', '2차 생리낙과'] as const;
