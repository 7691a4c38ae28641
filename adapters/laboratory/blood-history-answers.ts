import type { Patient } from '#domain/orders/document.ts'
import type { YesNoUnknown } from '#domain/specimens/details.ts'
import { type Answer, coded, day, line, yesNo } from './answers.ts'

/** Transfusion, transplant and blood cancer of one person; unanswered questions are left out. */
export function bloodHistoryAnswers({ bloodHistory: history = {} }: Patient, of: Partial<Answer>): Answer[] {
  const about = (answers: Answer[]) => answers.map((answer) => ({ ...answer, ...of }))
  return [
    ...yesNoUnknown(['56836-0', 'History of blood transfusion'], history.transfusion, {
      ...of,
      coding: 'LN',
    }),
    ...about(day(['TRANSFUSION-DATE', 'Last transfusion'], history.transfusedOn ?? '')),
    ...line(['TRANSFUSION-PRODUCT', 'What was transfused'], history.transfusionProduct ?? '', of),
    ...yesNoUnknown(['LEUKOREDUCED', 'Transfused without white cells'], history.leukoreduced, of),
    ...yesNoUnknown(['IMMUNITY-NORMAL', 'Has a normal immune system'], history.immunityNormal, of),
    ...line(['TRANSPLANT', 'Transplant of marrow, stem cells or an organ'], history.transplant ?? '', of),
    ...about(day(['TRANSPLANT-DATE', 'Date of the transplant'], history.transplantedOn ?? '')),
    ...line(['TRANSPLANT-DONOR', 'Donor, or organ'], history.transplantDonor ?? '', of),
    ...yesNoUnknown(['BLOOD-CANCER', 'Has an active leukemia or lymphoma'], history.bloodCancer, of),
  ]
}

/** Table 0136 has yes and no only. */
function yesNoUnknown(
  question: Answer['question'],
  answer: YesNoUnknown | '' = '',
  more: Partial<Answer>,
): Answer[] {
  return answer === 'Unknown'
    ? coded(question, ['UNK', 'Unknown', 'NULLFL'], more)
    : yesNo(question, answer, more)
}
