import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  bytesOf,
  drawColumns,
  flow,
  type Laboratory,
  newSheet,
  QUIET,
} from '#server/features/documents/public.ts'

interface PrintedLetter {
  title: string
  paragraphs: readonly string[]
  laboratory: Laboratory
  /** A newer version of the report exists. */
  isOutdated: boolean
  /** The laboratory is checking the report. */
  isQuestioned: boolean
  /** The patient does not want to be contacted. */
  isAgainstWish: boolean
  at: Date
}

const BODY = 11

/** A letter to a patient or relative as a PDF. CPU-bound: run it as heavy work. */
export async function printLetter(letter: PrintedLetter): Promise<Uint8Array> {
  const { title, paragraphs, laboratory, isOutdated, isQuestioned, isAgainstWish, at } = letter
  const warnings = [
    ...(isOutdated
      ? ['Do not send: the laboratory has issued a newer version of the report since this letter was made.']
      : []),
    ...(isQuestioned ? ['Do not send while the laboratory is checking whether this report is correct.'] : []),
    ...(isAgainstWish ? ['Do not send: the patient does not want to be contacted about new knowledge.'] : []),
  ]
  const sheet = await newSheet({ Title: title, Author: laboratory.name, CreationDate: at })
  drawColumns(sheet, [
    [
      { text: laboratory.name, bold: true, size: 14 },
      { text: [...laboratory.address, laboratory.phone].join('  ·  '), size: 8.5, color: QUIET, before: 2 },
      { text: dayInWords(todayAtLaboratory(at)), size: BODY, before: 18 },
      { text: title, bold: true, size: 15, before: 16 },
      ...warnings.map((text) => ({ text, bold: true, size: BODY, color: '#a8320a', before: 6 })),
    ],
  ])
  for (const paragraph of paragraphs) flow(sheet, [{ text: paragraph, size: BODY, before: 10 }])
  return bytesOf(sheet)
}
