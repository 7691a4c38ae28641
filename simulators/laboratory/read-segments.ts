import type { Hl7Segment } from '@medplum/core'
import { textOf } from '#adapters/hl7/message.ts'
import { geneticPart } from '#adapters/laboratory/genetic-findings.ts'
import type { OrderedVariant } from '#domain/reports/demonstration/familial.ts'
import { readResult } from '#domain/results/read-result.ts'
import { descriptionOf } from '#domain/results/words.ts'
import { answersIn } from './read-answers.ts'
import { findingsIn } from './read-findings.ts'
import { specimenDetailOf, specimenDetailsOf } from './read-specimen.ts'
import type { ReceivedOrder, ReceivedSpecimen, ReceivedTest, ReceivedVariant } from './received.ts'

export interface TestGroup {
  obr: Hl7Segment
  /** The segments below it, down to the next test's ORC. */
  below: Hl7Segment[]
}

export function testGroups(segments: Hl7Segment[]): TestGroup[] {
  const groups: TestGroup[] = []
  let isPrior = false
  for (const segment of segments) {
    if (segment.name === 'ORC') isPrior = false
    // PRIOR_RESULT: the PID of another person, then what was found in them before.
    else if (segment.name === 'PID' && groups.length > 0) isPrior = true
    if (isPrior) continue
    if (segment.name === 'OBR') groups.push({ obr: segment, below: [] })
    else if (segment.name !== 'ORC') groups.at(-1)?.below.push(segment)
  }
  return groups
}

export function testOf({ obr, below }: TestGroup): ReceivedTest {
  const code = textOf(obr, 4)
  const genes = below.find((segment) => isAnswer(segment, 'GENES'))
  const label = below.filter((segment) => isAnswer(segment, 'FETUS')).map((one) => textOf(one, 5))[0] ?? ''
  const specimens = below.filter((one) => one.name === 'SPM' && textOf(one, 14) === label)
  return {
    code,
    name: textOf(obr, 4, 2) || code,
    chosenBy: textOf(obr, 4, 4),
    genes: genes ? repetitionsOf(genes, 5) : [],
    ...answersIn(below),
    ...(label === '' ? {} : { fetus: { label, specimens: specimens.map((one) => textOf(one, 2)) } }),
    ...findingsIn(below),
  }
}

/** The first component of each repetition. */
function repetitionsOf(segment: Hl7Segment, field: number): string[] {
  const count = segment.getField(field)?.components.length ?? 0
  return Array.from({ length: count }, (_, repetition) => textOf(segment, field, 1, repetition))
}

/**
 * The order's other persons: one NK1 each; in version 2.3, which has fewer fields, answers (OBX) about the
 * person whose number is in OBX-4.
 */
export function relativesOf(segments: Hl7Segment[]): ReceivedOrder['relatives'] {
  const answerOf = (number: string, question: string) =>
    segments.find((one) => isAnswer(one, question) && textOf(one, 4) === number)
  return segments.flatMap((one) => {
    if (one.name === 'NK1')
      return [
        relative(numberOf(one, 33), textOf(one, 2), textOf(one, 2, 2), textOf(one, 3, 2) || textOf(one, 3)),
      ]
    if (!isAnswer(one, 'RELATIVE-NAME')) return []
    const number = textOf(one, 4)
    const relationship = answerOf(number, 'RELATIONSHIP')
    return [
      relative(number, textOf(one, 5), textOf(one, 5, 2), relationship ? textOf(relationship, 5, 2) : ''),
    ]
  })
}

function relative(number: string, lastName: string, firstName: string, relationship: string) {
  return { number, lastName, firstName, relationship }
}

function isAnswer(segment: Hl7Segment, question: string): boolean {
  return segment.name === 'OBX' && textOf(segment, 3) === question
}

/** A number may repeat (PID-3, NK1-33): type PI is the sender's own. */
function numberOf(segment: Hl7Segment, field: number): string {
  const types = segment.getField(field)?.components.map((components) => components[4]) ?? []
  return textOf(segment, field, 1, Math.max(types.indexOf('PI'), 0))
}

export function patientOf(pid: Hl7Segment): ReceivedOrder['patient'] {
  return {
    recordNumber: textOf(pid, 3),
    lastName: textOf(pid, 5),
    firstName: textOf(pid, 5, 2),
    birthDate: textOf(pid, 7),
    sex: textOf(pid, 8),
  }
}

/** The specimens of an order. OBR-11 A (table 0065): the test is added to an existing one, the first. */
export function orderedSpecimens(groups: readonly TestGroup[]): ReceivedSpecimen[] {
  const [first] = groups
  if (!first) return []
  const isAddOn = textOf(first.obr, 11) === 'A'
  const all = groups.flatMap(({ below }) => specimensOf(below))
  // A request for one fetus has its specimens and the mother's; for a person each request has all.
  const known = all.filter(
    ({ number }, index) => number === '' || all.findIndex((one) => one.number === number) === index,
  )
  const specimens = testOf(first).fetus ? known : specimensOf(first.below)
  return specimens.map((one, index) => ({ ...one, isHere: isAddOn && index === 0 }))
}

/**
 * The specimens below one OBR, repeated in every group: one SPM each, in version 2.3 an answer about its
 * number.
 */
export function specimensOf(below: Hl7Segment[]): ReceivedSpecimen[] {
  const specimens: ReceivedSpecimen[] = []
  for (const one of below) {
    const last = specimens.at(-1)
    if (one.name === 'SPM')
      specimens.push({ ...specimen(textOf(one, 2), one, 4, textOf(one, 17)), ...specimenDetailsOf(one) })
    else if (isAnswer(one, 'SPECIMEN')) specimens.push(specimen(textOf(one, 4), one, 5, textOf(one, 14)))
    else if (last && isAnswer(one, 'SPECIMEN-OF')) last.of = textOf(one, 5)
    else if (last) Object.assign(last, specimenDetailOf(one))
  }
  return specimens
}

function specimen(number: string, of: Hl7Segment, type: number, collected: string): ReceivedSpecimen {
  return { number, type: textOf(of, type, 2) || textOf(of, type), collected, of: '', isHere: false }
}

/** LOINC's questions that describe a variant, in the order in which it is written. */
const DESCRIPTION = ['51958-7', '48004-6', '48005-3', '81290-9', '48001-2', '81302-2', '82155-3', '81291-7']

/** The variants to look for, by the number in OBX-4. */
export function variantsOf(group: TestGroup | undefined): ReceivedVariant[] {
  const below = group?.below ?? []
  const numbers = below.filter((one) => isAnswer(one, 'VARIANT-PURPOSE') || isAnswer(one, 'VARIANT-KIND'))
  return [...new Set(numbers.map((one) => textOf(one, 4)))].map((number) => {
    const answer = (question: string) =>
      below.find((one) => isAnswer(one, question) && textOf(one, 4) === number)
    const textFor = (question: string) => {
      const one = answer(question)
      return one ? textOf(one, 5) : ''
    }
    const gene = answer('48018-6')
    const description = [...DESCRIPTION, 'VARIANT-AS-WRITTEN'].map(textFor).filter(Boolean).join(' ')
    return {
      number,
      gene: gene ? textOf(gene, 5, 2) : '',
      description,
      person: textFor('VARIANT-PERSON'),
      laboratoryNumber: textFor('VARIANT-LABORATORY-NUMBER'),
      purpose: textFor('VARIANT-PURPOSE'),
      ordered: orderedOf(below, number, description),
      ...reportFileOf(below, number),
    }
  })
}

/** The variant with this number, as a result would say it; what has no field is its name. */
function orderedOf(below: readonly Hl7Segment[], number: string, description: string): OrderedVariant {
  const results = below.filter(({ name }) => name === 'OBX').map((obx) => ({ obx, notes: [] }))
  const about = results.filter(({ obx }) => textOf(obx, 4) === number)
  const read = readResult(geneticPart(about)?.part.findings ?? []).variants[0]
  const { key: _, form, of, call, genes = [], significances = [], notes, ...fields } = read ?? {}
  const isNamed = read !== undefined && descriptionOf(read) !== ''
  return {
    genes,
    fields: isNamed ? fields : { name: description },
    variantClass: significances.flatMap(({ variantClass }) => variantClass ?? [])[0] ?? '',
  }
}

/** The report of the variant with this number: its name as ST, and the file as ED. */
function reportFileOf(below: readonly Hl7Segment[], number: string): Pick<ReceivedVariant, 'file'> {
  const [name, file] = ['ST', 'ED'].map((type) =>
    below.find(
      (one) => isAnswer(one, 'VARIANT-REPORT-FILE') && textOf(one, 4) === number && textOf(one, 2) === type,
    ),
  )
  if (!file) return {}
  return {
    file: {
      name: name ? textOf(name, 5) : '',
      mediaType: `${textOf(file, 5, 2)}/${textOf(file, 5, 3)}`,
      bytes: Buffer.from(textOf(file, 5, 5), 'base64').length,
    },
  }
}

/** In whom each variant was found before, by the PRIOR_RESULT groups. */
export function priorPatientsOf(segments: Hl7Segment[]): ReceivedOrder['patient'][] {
  const first = segments.findIndex(({ name }) => name === 'ORC')
  const second = segments.findIndex(({ name }, index) => name === 'ORC' && index > first)
  const group = first === -1 ? [] : segments.slice(first, second === -1 ? undefined : second)
  return group.filter(({ name }) => name === 'PID').map(patientOf)
}
