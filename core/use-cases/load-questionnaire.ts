import type { DiagnosisKind, Questionnaire } from '#core/model/survey.ts'
import type { Ports } from '#core/ports/ports.ts'

export const loadQuestionnaire =
  ({ adminApi }: Pick<Ports, 'adminApi'>) =>
  (kind: DiagnosisKind): Promise<Questionnaire> =>
    adminApi.questionnaire(kind)
