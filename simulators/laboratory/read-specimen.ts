import type { Hl7Segment } from '@medplum/core'
import { textOf } from '#adapters/hl7/message.ts'
import type { SpecimenDetails } from './received.ts'

/** Where SPM has each detail, and the question that has it in version 2.3. */
const DETAILS = [
  ['additive', 6, 'ADDITIVE'],
  ['role', 11, 'SPECIMEN-ROLE'],
  ['amount', 12, 'AMOUNT'],
  ['condition', 24, 'CONDITION'],
  ['madeFrom', 3, 'PARENT-SPECIMEN'],
] as const

/** What an SPM says about a specimen beyond its number, type and date; empty texts are left out. */
export function specimenDetailsOf(spm: Hl7Segment): SpecimenDetails {
  const states = (spm.getField(5)?.components ?? []).map((_, repetition) => textOf(spm, 5, 1, repetition))
  const state = states.find((code) => !TISSUES.includes(code)) ?? ''
  const found = DETAILS.map(([name, field]) => [name, textOf(spm, field)] as const)
  return given([...found, ['state', state]])
}

const TISSUES = ['POC', 'Villi']

/** The same from one answer (OBX); also the type in SNOMED CT, which is an answer in both versions. */
export function specimenDetailOf(obx: Hl7Segment): SpecimenDetails {
  const question = textOf(obx, 3)
  if (question === '66746-9') return given([['snomed', textOf(obx, 5)]])
  if (question === 'SPECIMEN-STATE') return given([['state', textOf(obx, 5)]])
  const detail = DETAILS.find(([, , code]) => code === question)
  return detail ? given([[detail[0], textOf(obx, 5)]]) : {}
}

function given(details: (readonly [keyof SpecimenDetails, string])[]): SpecimenDetails {
  return Object.fromEntries(details.filter(([, text]) => text !== ''))
}
