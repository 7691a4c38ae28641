import { ABOUT_ORDER, answerPath, answersIn } from './answers.ts'
import { type OrderDocument, PROBAND } from './document.ts'
import { withoutFile } from './known-variants.ts'
import { subjectsOf } from './subject.ts'

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

/** Which of the order's documents are about relatives, and not about the patient or those tested. */
export function filesOfRelatives(
  document: Pick<OrderDocument, 'answers' | 'knownVariants' | 'patients' | 'pregnancy'>,
): number[] {
  const own = [PROBAND, ...subjectsOf(document)]
  // A file counts as the relative's whatever is answered about the report since.
  const reports = (document.knownVariants ?? []).map(({ carrier, file }) =>
    carrier.relation === 'Self' ? undefined : file?.documentId,
  )
  const answers = answersIn(document)
    .filter(({ patient }) => patient !== undefined && !own.includes(patient))
    .flatMap(({ values }) => values.map(({ documentId }) => documentId))
  return [...reports, ...answers].filter((id) => id !== undefined)
}

/** The order without this file where an answer or a known variant names it; an answer without another value goes too. */
export function withoutAttached(document: OrderDocument, documentId: number): OrderDocument {
  const { answers: all, knownVariants, ...others } = document
  const isNamed =
    knownVariants?.some(({ file }) => file?.documentId === documentId) ||
    answersIn({ answers: all }).some(({ values }) => values.some((one) => one.documentId === documentId))
  if (!isNamed) return document
  const answers = answersIn({ answers: all })
    .map((answer) => ({ ...answer, values: answer.values.filter((one) => one.documentId !== documentId) }))
    .filter(({ values }) => values.length > 0)
  const variants = knownVariants?.map((one) => (one.file?.documentId === documentId ? withoutFile(one) : one))
  return {
    ...others,
    ...(answers.length === 0 ? {} : { answers }),
    ...(variants ? { knownVariants: variants } : {}),
  }
}
