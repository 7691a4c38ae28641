import type { Hl7Message, Hl7Segment } from '@medplum/core'
import {
  type EhrOrder,
  type OrderControl,
  placerKey,
  type TheirAnswer,
  type TheirCode,
  type TheirNumber,
  type TheirSpecimen,
} from '#domain/ehr/ehr-order.ts'
import { isSamePatient } from '#domain/ehr/same-person.ts'
import { table } from '#domain/table.ts'
import { firstPartOf, fullTextOf, repetitionsOf, textOf, usualText } from '../hl7/message.ts'
import { readDate } from '../hl7/times.ts'

/** What is wrong with a message whose orders cannot be told from others, or are too many. */
export class NotReadable extends Error {}

/** No hospital's order is longer; each order of a message is a draft of its own, in one transaction. */
const MOST_SEGMENTS = 5_000
const MOST_ORDERS = 200
/** Of what stands above the orders, in characters: each order keeps it. */
const MOST_SHARED = 4_000_000

/**
 * The orders of an ORM^O01 (2.3 to 2.5.1) or OML^O21: one for each order number. An ORC begins one; an OBR with
 * another number begins one too, as some senders write one ORC above several. Several OBR with one number are the
 * tests of one order, also below an ORC each. `echo`: the segments that go back with its results, with the OBR of each
 * test. Throws NotReadable if an order has no number, and for a message that is too long to be one of a hospital: an
 * interface must not keep the others waiting.
 */
export function readOrders(message: Hl7Message): { order: EhrOrder; echo: string }[] {
  const { segments } = message
  if (segments.length > MOST_SEGMENTS)
    throw new NotReadable(`The message has ${segments.length} segments: at most ${MOST_SEGMENTS} are read`)
  const groups = groupsOf(segments)
  if (groups.length > MOST_ORDERS)
    throw new NotReadable(
      `The message has ${groups.length} orders: send at most ${MOST_ORDERS} in one message`,
    )
  const common = segments.slice(0, segments.findIndex(isOrder))
  // Some senders write PID behind the next of kin, and insurance behind the order: they are the message's.
  const [pid, ...others] = segments.filter(({ name }) => name === 'PID')
  const patient = patientOf(pid)
  if (others.some((one) => !isSamePatient(patient, patientOf(one))))
    throw new NotReadable('PID names several patients: send the orders of each in a message of their own')
  const insurance = segments
    .filter(({ name }) => name === 'IN1')
    .map(insuranceOf)
    .filter(({ payer, memberId }) => payer.code + payer.text + memberId !== '')
  const general = notesOf(common)
  const diagnoses = diagnosesOf(common)
  const pv1 = segments.find(({ name }) => name === 'PV1')
  const shared = JSON.stringify([patient, insurance, general, diagnoses, pid?.toString(), pv1?.toString()])
  if (shared.length * groups.length > MOST_SHARED)
    throw new NotReadable(
      `What stands above the ${groups.length} orders is too long: send fewer in one message`,
    )
  const all = groups.map((group) => {
    const orc = group.find(({ name }) => name === 'ORC')
    const obrs = group.filter(({ name }) => name === 'OBR')
    const [obr] = obrs
    const placer = placerOf(orc, obr)
    if (placer.number === '') throw new NotReadable('ORC-2 and OBR-2 are missing (placer order number)')
    const controlCode = orc ? textOf(orc, 1) : ''
    const order: EhrOrder = {
      ...{ control: controlOf(controlCode), controlCode, placer, patient, insurance },
      group: orc ? fullTextOf(orc, 4) : '',
      tests: obrs.map(testOf),
      provider: providerOf(orc, obr),
      ...specimensOf(group, obr),
      diagnoses: [...diagnoses, ...diagnosesOf(group)],
      answers: group.filter(({ name }) => name === 'OBX').map(answerOf),
      notes: [...general, ...notesOf(group)],
    }
    const echo = linesOf([pid, pv1, orc, ...obrs])
    return { order, echo, obrs }
  })
  const whole: typeof all = []
  for (const one of all) {
    const same = whole.find(({ order }) => isPartOf(one.order, order))
    if (!same) {
      whole.push(one)
      continue
    }
    same.order = joined(same.order, one.order)
    same.echo = [same.echo, linesOf(one.obrs)].filter(Boolean).join('\n')
  }
  // An RO takes the place of the orders above it that are RP: these are not to be done any more.
  if (!whole.some(({ order }) => order.controlCode === 'RO')) return whole
  return whole.map(({ order, echo }) => {
    const { control, controlCode } = order
    return { order: { ...order, control: REPLACING[controlCode] ?? control }, echo }
  })
}

const linesOf = (segments: readonly (Hl7Segment | undefined)[]) =>
  segments.flatMap((one) => (one ? [usualText(one)] : [])).join('\n')

const REPLACING = table<OrderControl>({ RP: 'cancel', RO: 'new' })

/** The same number with the same control code: some senders write an ORC above each test of an order. */
function isPartOf(part: EhrOrder, order: EhrOrder): boolean {
  return placerKey(part.placer) === placerKey(order.placer) && part.controlCode === order.controlCode
}

function joined(order: EhrOrder, part: EhrOrder): EhrOrder {
  const added = <T>(before: readonly T[], more: readonly T[]): T[] => distinct([...before, ...more])
  return {
    ...order,
    group: order.group || part.group,
    tests: added(order.tests, part.tests),
    provider: order.provider ?? part.provider,
    ...distinctSpecimens([order, part].flatMap((one) => [one.specimen, ...(one.furtherSpecimens ?? [])])),
    diagnoses: added(order.diagnoses, part.diagnoses),
    answers: added(order.answers, part.answers),
    notes: added(order.notes, part.notes),
  }
}

const distinct = <T>(all: readonly T[]): T[] => [
  ...new Map(all.map((one) => [JSON.stringify(one), one])).values(),
]

const isOrder = ({ name }: Hl7Segment) => name === 'ORC' || name === 'OBR'

/** The segments of each order. */
function groupsOf(segments: readonly Hl7Segment[]): Hl7Segment[][] {
  const groups: Hl7Segment[][] = []
  for (const segment of segments) {
    const current = groups.at(-1)
    if (segment.name === 'ORC') groups.push([segment])
    else if (segment.name === 'OBR' && (!current || isOfOtherOrder(current, segment))) {
      // The ORC applies to the tests below it too, without its number.
      const above = current?.find(({ name }) => name === 'ORC')
      groups.push(above ? [above, segment] : [segment])
    } else current?.push(segment)
  }
  return groups
}

function isOfOtherOrder(group: readonly Hl7Segment[], obr: Hl7Segment): boolean {
  const before = group.find(({ name }) => name === 'OBR')
  if (!before) return false
  const [one, other] = [textOf(before, 2), textOf(obr, 2)]
  return one !== '' && other !== '' && one !== other
}

/** OBR-2 names the order more exactly where one ORC is above several; ORC-2 where it is left out. */
function placerOf(orc: Hl7Segment | undefined, obr: Hl7Segment | undefined): EhrOrder['placer'] {
  const read = (segment: Hl7Segment | undefined) => ({
    number: segment ? textOf(segment, 2, 1) : '',
    namespace: segment ? textOf(segment, 2, 2) : '',
    universalId: segment ? textOf(segment, 2, 3) : '',
    universalIdType: segment ? textOf(segment, 2, 4) : '',
  })
  const [ofOrc, ofObr] = [read(orc), read(obr)]
  if (ofObr.number === '') return ofOrc
  // The same number, once with its namespace and once without.
  return ofObr.number === ofOrc.number && ofObr.namespace + ofObr.universalId === '' ? ofOrc : ofObr
}

/** ORC-1 of HL7 table 0119; nothing there means a new order. */
function controlOf(code: string): OrderControl {
  switch (code.toUpperCase()) {
    case '':
    case 'NW':
      return 'new'
    case 'XO':
    case 'RP':
      return 'change'
    case 'CA':
    case 'DC':
    case 'OC':
      return 'cancel'
    default:
      return null
  }
}

/** The codes of a CE or CWE: the first and the alternative one, those that say something. */
function codesOf(segment: Hl7Segment, field: number, repetition = 0): TheirCode[] {
  return [1, 4]
    .map((from) => ({
      code: firstPartOf(segment, field, from, repetition),
      text: textOf(segment, field, from + 1, repetition),
      system: textOf(segment, field, from + 2, repetition),
    }))
    .filter(({ code, text }) => code !== '' || text !== '')
}

/** OBR-4; where it is empty, what some senders write into OBR-3 instead. */
export function testOf(obr: Hl7Segment): TheirCode[] {
  const codes = codesOf(obr, 4)
  return codes.length > 0 ? codes : codesOf(obr, 3)
}

function numberOf(
  segment: Hl7Segment,
  field: number,
  repetition: number,
  [system, type]: [number, number],
): TheirNumber {
  return {
    number: textOf(segment, field, 1, repetition),
    system: fullComponent(segment, field, system, repetition),
    type: textOf(segment, field, type, repetition),
  }
}

const fullComponent = (segment: Hl7Segment, field: number, component: number, repetition: number) =>
  withoutNull(segment.getField(field)?.components[repetition]?.[component - 1] ?? '')

/** HL7's null says that there is nothing. */
const withoutNull = (written: string) => (written === '""' ? '' : written)

function patientOf(pid: Hl7Segment | undefined): EhrOrder['patient'] {
  const text = (field: number, component = 1) => (pid ? textOf(pid, field, component) : '')
  const numbers = !pid
    ? []
    : [3, 2].flatMap((field) => repetitionsOf(pid, field).map((at) => numberOf(pid, field, at, [4, 5])))
  const phones = pid ? repetitionsOf(pid, 13).map((at) => phoneOf(pid, 13, at)) : []
  return {
    lastName: pid ? firstPartOf(pid, 5, 1) : '',
    firstName: text(5, 2),
    dateOfBirth: readDate(text(7)),
    sex: text(8),
    numbers: numbers.filter(({ number }) => number !== ''),
    address: {
      line1: pid ? firstPartOf(pid, 11, 1) : '',
      line2: text(11, 2),
      city: text(11, 3),
      state: text(11, 4),
      postalCode: text(11, 5),
      country: text(11, 6),
    },
    phone: phones.find(({ phone }) => phone !== '')?.phone ?? '',
    email: phones.find(({ email }) => email !== '')?.email ?? '',
  }
}

/** XTN: the number as one text, or in parts. */
function phoneOf(segment: Hl7Segment, field: number, repetition: number) {
  const part = (component: number) => textOf(segment, field, component, repetition)
  const email = part(4).includes('@') ? part(4) : ''
  const parts = [part(6), part(7)].filter(Boolean).join('-')
  return { email, phone: email ? '' : part(1) || part(12) || parts }
}

function insuranceOf(in1: Hl7Segment): EhrOrder['insurance'][number] {
  const ofCompany = codesOf(in1, 3)[0]
  return {
    payer: {
      code: ofCompany?.code ?? '',
      text: textOf(in1, 4) || (ofCompany?.text ?? ''),
      system: ofCompany?.system ?? '',
    },
    memberId: textOf(in1, 36) || textOf(in1, 49),
    groupNumber: textOf(in1, 8),
    relationship: textOf(in1, 17) || textOf(in1, 17, 2),
    holder: {
      lastName: firstPartOf(in1, 16, 1),
      firstName: textOf(in1, 16, 2),
      dateOfBirth: readDate(textOf(in1, 18)),
    },
  }
}

/** ORC-12, else OBR-16: every repetition is a number of one person. */
function providerOf(orc: Hl7Segment | undefined, obr: Hl7Segment | undefined): EhrOrder['provider'] {
  const read = (segment: Hl7Segment | undefined, field: number): EhrOrder['provider'] => {
    if (!segment) return null
    const all = repetitionsOf(segment, field)
    const named = all.find(
      (at) => textOf(segment, field, 2, at) !== '' || textOf(segment, field, 3, at) !== '',
    )
    // XCN-9 is the authority and XCN-13 the type; some write `NPI` only in XCN-10 (the kind of name).
    const numbers = all
      .map((at) => {
        const { number, system, type } = numberOf(segment, field, at, [9, 13])
        return { number, system: system || textOf(segment, field, 10, at), type }
      })
      .filter(({ number }) => number !== '')
    if (named === undefined && numbers.length === 0) return null
    const at = named ?? 0
    return { lastName: firstPartOf(segment, field, 2, at), firstName: textOf(segment, field, 3, at), numbers }
  }
  return read(orc, 12) ?? read(obr, 16)
}

/** Each SPM: type SPM-4, collected SPM-17. What the first one, or an order without one, lacks is in OBR-15 and OBR-7. */
function specimensOf(group: readonly Hl7Segment[], obr: Hl7Segment | undefined): Specimens {
  const part = (component: number) => (obr ? fullComponent(obr, 15, component, 0) : '')
  const [code = '', text = ''] = part(1)
    .split(obr?.context.subcomponentSeparator ?? '&')
    .map(withoutNull)
  const ofObr = [{ code: code.trim(), text: (text || part(2)).trim(), system: '' }].filter(
    (one) => one.code !== '' || one.text !== '',
  )
  const [first, ...others] = group
    .filter(({ name }) => name === 'SPM')
    .map((spm): TheirSpecimen => ({ type: codesOf(spm, 4), collectedOn: readDate(textOf(spm, 17)) }))
  return distinctSpecimens([
    {
      type: first && first.type.length > 0 ? first.type : ofObr,
      collectedOn: first?.collectedOn || (obr ? readDate(textOf(obr, 7)) : ''),
    },
    ...others,
  ])
}

type Specimens = Pick<EhrOrder, 'specimen' | 'furtherSpecimens'>

/** Those of which anything is known, each once: every test may repeat the specimen of its order. */
function distinctSpecimens(all: readonly TheirSpecimen[]): Specimens {
  const [first, ...others] = distinct(
    all.filter(({ type, collectedOn }) => type.length > 0 || collectedOn !== ''),
  )
  return {
    specimen: first ?? { type: [], collectedOn: '' },
    ...(others.length > 0 ? { furtherSpecimens: others } : {}),
  }
}

/** DG1 of the order; those above all orders are the message's. */
function diagnosesOf(segments: readonly Hl7Segment[]): TheirCode[] {
  return segments
    .filter(({ name }) => name === 'DG1')
    .flatMap((dg1) => {
      const [first] = codesOf(dg1, 3)
      if (first)
        return [{ ...first, text: first.text || textOf(dg1, 4), system: first.system || textOf(dg1, 2) }]
      const text = textOf(dg1, 4)
      return text === '' ? [] : [{ code: '', text, system: '' }]
    })
}

/** A coded answer is a choice; anything else is its words, every repetition. */
function answerOf(obx: Hl7Segment): TheirAnswer {
  const type = textOf(obx, 2).toUpperCase()
  const question = codesOf(obx, 3)
  if (type === 'CE' || type === 'CWE' || type === 'CNE') {
    const choices = repetitionsOf(obx, 5).map((at) => codesOf(obx, 5, at)[0])
    const words = choices.flatMap((one) => (one ? [one.text || one.code] : [])).join('; ')
    return { question, choice: choices[0] ?? null, words }
  }
  const unit = textOf(obx, 6, 2) || textOf(obx, 6)
  const values = repetitionsOf(obx, 5).map((at) =>
    fullTextOf(obx, 5, at)
      .split('^')
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' '),
  )
  const words = values.filter(Boolean).join('; ')
  return { question, choice: null, words: words && unit ? `${words} ${unit}` : words }
}

function notesOf(segments: readonly Hl7Segment[]): string[] {
  return segments
    .filter(({ name }) => name === 'NTE')
    .map((nte) =>
      repetitionsOf(nte, 3)
        .map((at) => fullTextOf(nte, 3, at))
        .join('\n'),
    )
    .filter((text) => text !== '')
}
