import { ABOUT_ORDER, answerPath, answersIn } from './answers.ts'
import type { OrderDocument } from './document.ts'

export interface AttachedFile {
  /** The field that it is attached to. */
  path: string
  documentId: number
  name: string
}

/** The files that answers name among the order's documents. */
export function filesOfAnswers(document: Pick<OrderDocument, 'answers'>): AttachedFile[] {
  return answersIn(document).flatMap(({ questionnaire, linkId, patient = ABOUT_ORDER, values }) =>
    values.flatMap(({ documentId, value: name }) =>
      documentId === undefined
        ? []
        : [{ path: answerPath(patient, questionnaire, linkId), documentId, name }],
    ),
  )
}

/** The relatives' reports among the order's documents. */
export function filesOfVariants({
  knownVariants = [],
}: Pick<OrderDocument, 'knownVariants'>): AttachedFile[] {
  return knownVariants.flatMap(({ file, report }, index) =>
    file && report === 'file' ? [{ path: `/knownVariants/${index}/file`, ...file }] : [],
  )
}

/** All files that go to the laboratory with the order. */
export function attachedFiles(document: Pick<OrderDocument, 'answers' | 'knownVariants'>): AttachedFile[] {
  return [...filesOfAnswers(document), ...filesOfVariants(document)]
}
